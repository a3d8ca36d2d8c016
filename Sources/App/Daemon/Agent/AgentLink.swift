package import HTTPClient
import JSON
import Values

/// An agent's way to its watcher: one stream down, short messages up.
package struct AgentLink: Sendable {
    private let http: HTTPClient
    private let access: AgentAccess

    /// Three signs of life that did not come.
    private static let silence = Duration.seconds(45)
    /// No line is longer.
    private static let longestLine = 256 * 1024

    /// - Throws: ``HTTPError`` for a certificate file that cannot be used.
    package init(_ access: AgentAccess) throws(HTTPError) {
        self.access = access
        var configuration = HTTPClientConfiguration()
        configuration.userAgent = "PocketBell"
        // The token goes to the watcher and to nobody between.
        configuration.proxy = .none
        if let certificate = access.certificate { configuration.tls.trust = .systemAnd(file: certificate) }
        http = try HTTPClient(configuration)
    }

    package func close() async { await http.close() }

    /// Hands over each message of the watcher, one after the other, until the connection ends.
    ///
    /// - Throws: `DaemonError` of kind `notPermitted` if the token is not taken; else what ended it.
    func listen(_ body: (JSONNode) async throws -> Void) async throws {
        var request = try request(.get, "")
        request.deadlines = HTTPDeadlines(connect: .seconds(10), total: nil, idle: Self.silence)
        request.limits.body = .max
        try await http.stream(request) { head, chunks in
            try check(head.status)
            var rest: [UInt8] = []
            for try await chunk in chunks {
                rest += chunk
                while let end = rest.firstIndex(of: 0x0A) {
                    let line = Array(rest[..<end])
                    rest.removeSubrange(...end)
                    if !line.isEmpty { try await body(JSONNode(try JSONValue(parsing: line))) }
                }
                guard rest.count <= Self.longestLine else {
                    throw DaemonError(.unavailable, "the watcher sends what no watcher sends")
                }
            }
        }
    }

    /// - Throws: as ``listen(_:)``.
    func say(_ deed: String, _ message: JSONValue) async throws {
        try check(try await status(deed, message))
    }

    /// - Returns: Whether the watcher does it; `false`: it never will.
    /// - Throws: as ``listen(_:)``.
    func ask(_ deed: String, _ message: JSONValue) async throws -> Bool {
        let status = try await status(deed, message)
        if [400, 403, 404].contains(status) { return false }
        try check(status)
        return true
    }

    private func status(_ deed: String, _ message: JSONValue) async throws -> Int {
        var request = try request(.post, "/\(deed)")
        request.body = .bytes(Array(message.description.utf8), contentType: "application/json")
        request.deadlines = HTTPDeadlines(connect: .seconds(10), total: .seconds(20))
        request.isRepeatable = true
        return try await http.send(request).head.status
    }

    private func request(_ method: HTTPMethod, _ path: String) throws -> HTTPClientRequest {
        let origin = if case .server(let url) = access.watcher { url.origin } else { "http://localhost" }
        var request = HTTPClientRequest(method, try HTTPURL("\(origin)/v1/desktop\(path)"))
        if case .socket(let path) = access.watcher { request.unixSocketPath = path }
        try request.setHeader("Authorization", prefix: "Bearer ", access.token)
        return request
    }

    private func check(_ status: Int) throws(DaemonError) {
        switch status {
        case 200...299: return
        case 401:
            throw DaemonError(
                .notPermitted, "the watcher at \(access.watcher.text) does not take this token",
                hint: "have a new one made there with 'pocketbell token create --desktop TARGET', "
                    + "then: pocketbell desktop --sign-in")
        default:
            throw DaemonError(.unavailable, "the watcher at \(access.watcher.text) answers with \(status)")
        }
    }
}
