import Values

/// Takes a target's secrets out of what it answered: some servers repeat the URL or the token in their errors.
struct Redaction: Sendable, CustomStringConvertible {
    private let words: [Secret]

    /// - Parameter secrets: tokens, keys and URLs; of a URL also the parts of its path that look like secrets.
    init(_ secrets: [Secret]) {
        words = secrets.flatMap { secret in
            secret.withText { text -> [Secret] in
                guard let path = text.range(ofText: "://").map({ text[$0.upperBound...] }) else { return [secret] }
                let pieces: [Substring] = path.split { "/?&=".contains($0) }
                // "services" is none; what holds digits, or is as long as a token, may be one.
                let parts = pieces.dropFirst().filter {
                    $0.count >= 20 || $0.count >= 6 && $0.contains(where: \.isNumber)
                }
                let tail = path.drop { $0 != "/" }.dropFirst()
                return [secret] + (tail.count >= 6 ? [Secret(String(tail))] : []) + parts.map { Secret(String($0)) }
            }
        }
    }

    func applied(to text: String) -> String {
        words.reduce(text) { text, secret in
            secret.withText { text.replacing(text: $0, with: "<redacted>") }
        }
    }

    var description: String { "Redaction" }
}
