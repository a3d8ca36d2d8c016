/// Everything of a request but its body, and what it says about how the body and the connection go on.
package struct HTTPRequestHead: Sendable, Equatable {
    /// How the body ends.
    package enum Framing: Sendable, Equatable {
        case none
        case length(Int)
        case chunked
    }

    /// A token, in the letter case in which it came.
    package let method: String
    /// As it came: path and query.
    package let target: String
    /// Decoded, without dot segments; begins with a slash, or is `*`.
    package let path: String
    /// What follows the question mark, as it came; `nil` without one.
    package let query: String?
    /// In the order in which they came.
    package let headers: HTTPHeaders
    /// HTTP/1.1 rather than 1.0.
    package let isVersion11: Bool
    /// Decided by the fields; a request for which two parties could decide differently is refused.
    package let framing: Framing
    /// Whether the client may send another request on the connection.
    package let keepAlive: Bool
    /// Whether the client waits for a 100 before it sends the body.
    package let expectsContinue: Bool

    /// Parses a complete head, without the blank line that ends it. Strict where leniency lets two parties on the way
    /// disagree about where a request ends (RFC 9112, 11.2).
    init(_ bytes: ArraySlice<UInt8>) throws(HTTPParseError) {
        let (requestLine, fields) = try Self.split(bytes)
        let parts = requestLine.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw HTTPParseError(.badRequest, "request line") }
        guard !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenCharacter) else {
            throw HTTPParseError(.badRequest, "method")
        }
        method = String(decoding: parts[0], as: UTF8.self)
        isVersion11 = try Self.version(parts[2])
        headers = fields

        guard parts[1].allSatisfy({ (0x21...0x7E).contains($0) }) else { throw HTTPParseError(.badRequest, "target") }
        target = String(decoding: parts[1], as: UTF8.self)
        (path, query) = try Self.splitTarget(target, method: method)

        let hosts = headers.all("host").count
        guard hosts == 1 || (hosts == 0 && !isVersion11) else { throw HTTPParseError(.badRequest, "Host") }
        framing = try Self.framing(headers, isVersion11: isVersion11)
        keepAlive = isVersion11 && !headers.list("connection", contains: "close")
        expectsContinue = try Self.expectsContinue(headers, isVersion11: isVersion11)
    }

    private static func split(
        _ bytes: ArraySlice<UInt8>
    ) throws(HTTPParseError) -> (startLine: ArraySlice<UInt8>, headers: HTTPHeaders) {
        do throws(HTTPHeadError) { return try HTTPHeadScanner.split(bytes) } catch { throw HTTPParseError(error) }
    }

    private static func version(_ bytes: ArraySlice<UInt8>) throws(HTTPParseError) -> Bool {
        switch String(decoding: bytes, as: UTF8.self) {
        case "HTTP/1.1": return true
        case "HTTP/1.0": return false
        case let text where text.hasPrefix("HTTP/"): throw HTTPParseError(.versionNotSupported, "version")
        default: throw HTTPParseError(.badRequest, "version")
        }
    }

    private static func splitTarget(
        _ target: String, method: String
    ) throws(HTTPParseError) -> (path: String, query: String?) {
        if target == "*", method == "OPTIONS" { return ("*", nil) }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard !target.contains("#"), let path = PercentCoding.normalizedPath(parts[0]) else {
            throw HTTPParseError(.badRequest, "target")
        }
        return (path, parts.count == 2 ? String(parts[1]) : nil)
    }

    private static func framing(_ headers: HTTPHeaders, isVersion11: Bool) throws(HTTPParseError) -> Framing {
        let lengths = headers.all("content-length")
        let codings = headers.all("transfer-encoding")
        if !codings.isEmpty {
            guard lengths.isEmpty, isVersion11, codings.count == 1 else { throw HTTPParseError(.badRequest, "framing") }
            guard codings[0].equalsIgnoringASCIICase("chunked") else { throw HTTPParseError(.notImplemented, "coding") }
            return .chunked
        }
        guard let length = lengths.first else { return .none }
        // Also refuses two equal lengths: nothing honest sends them.
        guard lengths.count == 1, (1...15).contains(length.utf8.count),
            length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = Int(length)
        else { throw HTTPParseError(.badRequest, "Content-Length") }
        return .length(value)
    }

    private static func expectsContinue(_ headers: HTTPHeaders, isVersion11: Bool) throws(HTTPParseError) -> Bool {
        guard isVersion11, let expectation = headers["expect"] else { return false }
        guard expectation.equalsIgnoringASCIICase("100-continue") else {
            throw HTTPParseError(.expectationFailed, "Expect")
        }
        return true
    }
}
