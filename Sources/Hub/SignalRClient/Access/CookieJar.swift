import SignalRProtocol

/// The cookies of one attempt (RFC 6265, as far as a hub needs it): a load balancer finds the server again by one that it
/// set with the answer to negotiate.
///
/// A value that keeps at most 64 cookies of at most 4 KiB each; further ones are passed over. What a cookie is not meant
/// for, it is not sent to: host, path and TLS decide.
struct CookieJar: Equatable, Sendable {
    static let limit = 64
    static let byteLimit = 4_096

    private struct Cookie: Equatable {
        var name: String
        var value: String
        /// In lower case.
        var domain: String
        var isHostOnly = true
        var path: String
        var isSecure = false
    }

    private var cookies: [Cookie] = []

    /// Takes the value of a `Set-Cookie` field in an answer from `url`.
    mutating func store(_ field: String, from url: HubURL) {
        guard field.utf8.count <= Self.byteLimit, field.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return }
        var parts = field.split(separator: ";", omittingEmptySubsequences: false).map { Self.trimmed($0) }
        let pair = parts.removeFirst()
        guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else { return }
        var cookie = Cookie(
            name: Self.trimmed(pair[..<equals]), value: Self.trimmed(pair[pair.index(after: equals)...]),
            domain: url.host.lowercased(), path: Self.folder(of: url.path))
        var isDeletion = false
        for part in parts {
            let mark = part.firstIndex(of: "=")
            let value = mark.map { Self.trimmed(part[part.index(after: $0)...]) } ?? ""
            switch Self.trimmed(part[..<(mark ?? part.endIndex)]).lowercased() {
            case "domain": guard Self.apply(domain: value, to: &cookie) else { return }
            case "path": if value.hasPrefix("/") { cookie.path = value }
            case "secure": cookie.isSecure = true
            case "max-age": isDeletion = (Int(value) ?? 1) <= 0
            // An attempt is short, so of all dates only those that delete a cookie matter; servers take one of long ago.
            case "expires": isDeletion = isDeletion || Self.isLongAgo(value)
            default: break
            }
        }
        guard url.isSecure || !cookie.isSecure else { return }
        cookies.removeAll { $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path }
        if !isDeletion, cookies.count < Self.limit { cookies.append(cookie) }
    }

    /// The value of the `Cookie` field for a request to `url`; `nil` without one.
    func field(for url: HubURL) -> String? {
        let host = url.host.lowercased()
        let fitting = cookies.filter { cookie in
            (cookie.domain == host || !cookie.isHostOnly && host.hasSuffix(".\(cookie.domain)"))
                && Self.path(url.path, isIn: cookie.path) && (url.isSecure || !cookie.isSecure)
        }
        guard !fitting.isEmpty else { return nil }
        // Longer paths first, as the standard wants it.
        return fitting.sorted { $0.path.utf8.count > $1.path.utf8.count }
            .map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    /// - Returns: false for a domain that the host may not speak for.
    private static func apply(domain text: String, to cookie: inout Cookie) -> Bool {
        let domain = (text.hasPrefix(".") ? String(text.dropFirst()) : text).lowercased()
        if domain.isEmpty || domain == cookie.domain { return true }
        let isAddress =
            cookie.domain.hasPrefix("[") || cookie.domain.utf8.allSatisfy { $0 == 0x2E || 0x30...0x39 ~= $0 }
        // A domain without a dot is a whole part of the world, such as "com".
        guard !isAddress, domain.contains("."), cookie.domain.hasSuffix(".\(domain)") else { return false }
        cookie.domain = domain
        cookie.isHostOnly = false
        return true
    }

    private static func path(_ path: String, isIn folder: String) -> Bool {
        path.hasPrefix(folder)
            && (folder.hasSuffix("/") || path.utf8.count == folder.utf8.count
                || path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/"))
    }

    /// The path up to its last slash, without it.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func isLongAgo(_ date: String) -> Bool {
        date.split { !$0.isNumber }.contains { $0.utf8.count == 4 && $0 < "2000" }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return String(
            start[..<(start.lastIndex { $0 != " " && $0 != "\t" }.map { start.index(after: $0) } ?? start.startIndex)])
    }
}
