import Values

/// The URL of a hub, taken apart as far as connecting needs it.
///
/// Prints only its origin: queries carry tokens.
public struct HubURL: Hashable, Sendable {
    /// Whether it is `https` or `wss`.
    public let isSecure: Bool
    /// Host and port as written.
    public let authority: String
    /// Name or address; an IPv6 address in its brackets.
    public let host: String
    /// From 1 to 65535; that of the scheme where none is written.
    public let port: Int
    /// Begins with a slash.
    public private(set) var path: String
    /// Without its question mark; may hold secrets.
    public private(set) var query: String?

    /// - Parameter text: `http`, `https`, `ws` or `wss`; a fragment is left out.
    /// - Throws: `badURL`. Its text never repeats the URL.
    public init(_ text: String) throws(HubProtocolError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
            throw Self.bad("it holds a space, a control character or a backslash")
        }
        guard let separator = text.range(ofText: "://") else { throw Self.bad("it has no scheme such as https://") }
        switch text[..<separator.lowerBound].lowercased() {
        case "http", "ws": isSecure = false
        case "https", "wss": isSecure = true
        default: throw Self.bad("its scheme is none of http, https, ws, wss")
        }
        let rest = text[separator.upperBound...].prefix { $0 != "#" }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        authority = String(rest[..<end])
        (host, port) = try Self.hostAndPort(authority, isSecure: isSecure)
        let target = rest[end...]
        let mark = target.firstIndex(of: "?") ?? target.endIndex
        path = target[..<mark].isEmpty ? "/" : String(target[..<mark])
        query = mark == target.endIndex ? nil : String(target[target.index(after: mark)...])
    }

    private static func bad(_ detail: String) -> HubProtocolError { HubProtocolError(.badURL(detail)) }

    private static func hostAndPort(
        _ authority: String, isSecure: Bool
    ) throws(HubProtocolError) -> (String, Int) {
        guard !authority.contains("@") else { throw bad("it holds a user name; credentials belong into a header") }
        let nameEnd = authority.lastIndex(of: "]").map { authority.index(after: $0) } ?? authority.startIndex
        let colon = authority[nameEnd...].firstIndex(of: ":")
        let host = String(authority[..<(colon ?? authority.endIndex)])
        guard !host.isEmpty else { throw bad("it has no host") }
        guard let colon else { return (host, isSecure ? 443 : 80) }
        guard let port = Int(authority[authority.index(after: colon)...]), 1...65535 ~= port else {
            throw bad("its port is not a number from 1 to 65535")
        }
        return (host, port)
    }
}

extension HubURL: CustomStringConvertible {
    /// Scheme, host and port.
    public var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// The origin alone, since path and query may hold secrets.
    public var description: String { origin }

    /// What a request asks the host for.
    public var target: String { query.map { "\(path)?\($0)" } ?? path }

    /// The whole URL with scheme `http` or `https`. May hold secrets.
    public var text: String { origin + target }

    /// Where to negotiate: `/negotiate` goes into the path, the query stays.
    public var negotiation: HubURL {
        var url = self
        url.path += path.hasSuffix("/") ? "negotiate" : "/negotiate"
        let hasVersion = (query ?? "").split(separator: "&").contains { $0.hasPrefix("negotiateVersion=") }
        return hasVersion ? url : url.adding("negotiateVersion=1")
    }

    /// What the query says about stateful reconnect by itself, if anything.
    public var ownStatefulReconnect: Bool? {
        let prefix = "useStatefulReconnect="
        let values = (query ?? "").split(separator: "&").filter { $0.hasPrefix(prefix) }.map {
            $0.dropFirst(prefix.count)
        }
        return values.last.map { $0.lowercased() == "true" }
    }

    /// Asks for stateful reconnect, unless the query says something about it already.
    public var askingForStatefulReconnect: HubURL {
        ownStatefulReconnect == nil ? adding("useStatefulReconnect=true") : self
    }

    /// Where to connect with the token that `negotiate` gave.
    public func connection(token: String) -> HubURL { adding("id=\(Self.percentEncoded(token))") }

    /// Where the token of a connection is refreshed.
    public func refresh(token: String) -> HubURL {
        var url = self
        url.path += path.hasSuffix("/") ? "refresh" : "/refresh"
        return url.connection(token: token)
    }

    private func adding(_ parameter: String) -> HubURL {
        var url = self
        url.query = query.map { $0.isEmpty ? parameter : "\($0)&\(parameter)" } ?? parameter
        return url
    }

    private static func percentEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                encoded.unicodeScalars.append(scalar)
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.unicodeScalars.append(scalar)
            default: encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
