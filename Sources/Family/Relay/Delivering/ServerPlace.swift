import HTTPClient
import TextFormats

/// Where a server is that speaks no HTTP, as the file says it.
struct ServerPlace: Sendable, Hashable {
    /// A name, or an address; an IPv6 address in brackets.
    let host: String
    let port: Int
    let isEncrypted: Bool

    var bareHost: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }
}

extension TextFormat where Value == ServerPlace {
    /// `SCHEME://HOST[:PORT]`, with an `s` behind the scheme where the connection is encrypted from its first byte.
    ///
    /// - Parameters:
    ///   - name: what it is called in messages.
    ///   - host: of the example.
    ///   - ports: the usual ones.
    static func server(
        _ name: String, scheme: String, host: String, ports: (plain: Int, encrypted: Int)
    ) -> TextFormat {
        let (article, sample) = ("must be a \(name)", "\(scheme)://\(host)")
        let shape = TextShape(name: name, example: "\(sample):\(ports.plain)")
            .with { $0.pattern = "^\(scheme)s?://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?/?$" }
        let example = ServerPlace(host: host, port: ports.plain, isEncrypted: false)
        return TextFormat(shape: shape, placeholder: example) { text throws(TextFormatError) in
            let isEncrypted = text.hasPrefix("\(scheme)s://")
            guard isEncrypted || text.hasPrefix("\(scheme)://") else {
                throw TextFormatError(article, hint: "begin with \(scheme):// or \(scheme)s://")
            }
            var rest = text.dropFirst(scheme.count + (isEncrypted ? 4 : 3))
            if rest.last == "/" { rest = rest.dropLast() }
            guard !rest.contains("@") else {
                throw TextFormatError(
                    "\(article) without user name and password", hint: "'user' and 'password' are for those")
            }
            let host = rest.first == "[" ? rest.prefix { $0 != "]" } + "]" : rest.prefix { $0 != ":" }
            let port = rest.dropFirst(host.count)
            guard rest.hasPrefix(host), isHost(host) else {
                throw TextFormatError("must have a host's name or address", hint: "such as \(sample)")
            }
            guard let number = port.isEmpty ? (isEncrypted ? ports.encrypted : ports.plain) : Int(port.dropFirst()),
                port.first ?? ":" == ":", 1...65_535 ~= number
            else {
                throw TextFormatError("must have a port from 1 to 65535", hint: "such as \(sample):\(ports.plain)")
            }
            return ServerPlace(host: host.lowercased(), port: number, isEncrypted: isEncrypted)
        }
    }

    /// Letters, digits, dots and dashes; in brackets an IPv6 address.
    private static func isHost(_ text: some StringProtocol) -> Bool {
        if text.hasPrefix("[") { return text.contains(":") && IPAddress(String(text.dropFirst().dropLast())) != nil }
        return 1...253 ~= text.utf8.count
            && text.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
            }
    }
}

extension TextFormat where Value == String {
    /// What somebody signs in with: the protocols that carry it end it at control characters, or at zero bytes (RFC 4616).
    static func signIn(_ name: String, _ example: String, upTo limit: Int) -> TextFormat {
        TextFormat(shape: TextShape(name: name, example: example), placeholder: "unset") {
            text throws(TextFormatError) in
            guard 1...limit ~= text.utf8.count,
                text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) })
            else { throw TextFormatError("must be 1 to \(limit) bytes of text without control characters") }
            return text
        }
    }
}
