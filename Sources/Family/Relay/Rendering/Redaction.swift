import Values

/// Takes a target's secrets out of what it answered: some servers repeat the URL or the token in their errors, as it was sent or
/// the way that JSON, URLs or HTML write it.
struct Redaction: Sendable, CustomStringConvertible {
    private let words: [Secret]

    /// - Parameter secrets: tokens, keys, header values and URLs; of a URL also the parts of its path that look like secrets, of
    ///   `Basic …` also what it stands for.
    init(_ secrets: [Secret]) {
        words = secrets.flatMap { secret in
            secret.withText { text -> [Secret] in
                guard let path = text.range(ofText: "://").map({ text[$0.upperBound...] }) else {
                    return [secret] + Self.credentials(of: text)
                }
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

    /// What stands behind the scheme of an `authorization`; of `Basic` also the pair and its password.
    private static func credentials(of text: String) -> [Secret] {
        let parts: [Substring] = text.split(separator: " ")
        guard parts.count == 2, parts[1].utf8.count >= 6 else { return [] }
        let token = Secret(String(parts[1]))
        guard parts[0].lowercased() == "basic", let bytes = Base64.standard.decode(parts[1]) else { return [token] }
        let pair = String(decoding: bytes, as: UTF8.self)
        let password = pair.drop { $0 != ":" }.dropFirst()
        return [token, Secret(pair)] + (password.utf8.count >= 4 ? [Secret(String(password))] : [])
    }

    func applied(to text: String) -> String {
        words.reduce(text) { text, secret in
            secret.withText { word in
                // Also a word that was sent encoded, and comes back plain.
                let plain = EchoedText(word).decoded
                let forms = [EchoedText(word), plain, plain.decoded].map(\.bytes)
                return forms.reduce(text) { EchoedText.replacing($1, in: $0) }
            }
        }
    }

    var description: String { "Redaction" }
}
