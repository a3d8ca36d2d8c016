import Values

/// Takes a target's secrets out of what it answered: some servers repeat the URL or the token in their errors, as it was sent or
/// the way that JSON, URLs or HTML write it.
struct Redaction: Sendable, CustomStringConvertible {
    /// What is looked for as a whole.
    private let words: [Secret]
    /// What permits by itself, such as a token: also its beginning is looked for.
    private let tokens: [Secret]

    /// Fewer bytes of a token's beginning, or fewer encoded, may be any word.
    private static let shortest = 8

    /// - Parameter secrets: tokens, keys, header values and URLs; of a URL also the end of its path, and the parts of it that look like
    ///   secrets, of `Basic …` also what it stands for. Each is found in base 64, too, wherever in it it begins.
    init(_ secrets: [Secret]) {
        let parts = secrets.map { secret in secret.withText { Self.parts(of: $0) } }
        tokens = parts.flatMap { $0.tokens }
        let plain = secrets + parts.flatMap { $0.words } + tokens
        words = plain + plain.flatMap { secret in secret.withText { Self.encodings(of: $0) } }
    }

    private static func parts(of text: String) -> (words: [Secret], tokens: [Secret]) {
        guard let path = text.range(ofText: "://").map({ text[$0.upperBound...] }) else {
            let words = [Secret(text)] + credentials(of: text) + behindColons(in: text)
            // Many words begin as a sentence or an option does.
            return (words, words.filter { $0.withText { !$0.utf8.contains(UInt8(ascii: " ")) && !$0.hasPrefix("-") } })
        }
        // The first is where it is, which permits nobody anything.
        let pieces = path.split { "/?&=".contains($0) }.dropFirst()
        let halves = pieces.filter { $0.utf8.contains(UInt8(ascii: ":")) }.flatMap { $0.split { $0 == ":" } }
        // "services" is none; what holds digits, or is as long as a token, may be one.
        let parts = (pieces + halves).filter { $0.count >= 20 || $0.count >= 6 && $0.contains(where: \.isNumber) }
        let tail = path.drop { $0 != "/" }.dropFirst()
        // Where nothing comes behind the path, its end is what permits.
        let steps: [Substring] = tail.contains { $0 == "?" } ? [] : tail.split { $0 == "/" }
        let end = steps.suffix(1).filter { $0.utf8.count >= shortest && isNoWord($0) }
        let isPath = tail.count >= 6 && (steps.count != 1 || isNoWord(tail))
        return (isPath ? [Secret(String(tail))] : [], (parts + end).map { Secret(String($0)) })
    }

    /// "pocketbell" at the end of an address permits nobody anything, and stands in much of what is sent.
    private static func isNoWord(_ part: Substring) -> Bool {
        part.utf8.count >= 16 || part.contains { $0.isNumber || $0.isUppercase }
    }

    /// The characters that are the text's alone, as it begins at each of the three places that a byte can have in them.
    private static func encodings(of text: String) -> [Secret] {
        let bytes = Array(text.utf8)
        guard bytes.count >= shortest else { return [] }
        return (0..<3).flatMap { before -> [Secret] in
            let filled = [UInt8](repeating: 0, count: before) + bytes
            // Six bits a character.
            let (first, end) = ((before * 8 + 5) / 6, filled.count * 8 / 6)
            let forms = [Base64.standard, .url].map { String($0.encode(filled).prefix(end).dropFirst(first)) }
            return (forms[0] == forms[1] ? [forms[0]] : forms).map { Secret($0) }
        }
    }

    /// Of a token that begins with whose it is, such as a bot's number, what permits by itself.
    private static func behindColons(in text: String) -> [Secret] {
        let parts: [Substring] = text.split(separator: ":")
        return parts.count < 2 ? [] : parts.filter { $0.utf8.count >= 16 }.map { Secret(String($0)) }
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
        // Wholes first: of two that begin alike, the one's beginning would leave the other's end.
        let whole = words.reduce(text) { text, secret in
            secret.withText { word in
                // Also a word that was sent encoded, and comes back plain.
                let plain = EchoedText(word).decoded
                let forms = [EchoedText(word), plain, plain.decoded].map(\.bytes)
                return forms.reduce(text) { EchoedText.replacing($1, in: $0) }
            }
        }
        return tokens.reduce(whole) { text, secret in
            secret.withText { EchoedText.replacing(EchoedText($0).bytes, in: text, from: Self.shortest) }
        }
    }

    var description: String { "Redaction" }
}
