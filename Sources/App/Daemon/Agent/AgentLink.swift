import HTTPClient
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

    /// - Throws: `DaemonError` for a certificate file that cannot be used.
    package init(_ access: AgentAccess) throws(DaemonError) {
        self.access = access
        var configuration = HTTPClientConfiguration()
        configuration.userAgent = "PocketBell"
        // The token goes to the watcher and to nobody between.
        configuration.proxy = .none
        if let certificate = access.certificate { configuration.tls.trust = .systemAnd(file: certificate) }
        do throws(HTTPError) {
            http = try HTTPClient(configuration)
        } catch {
            throw access.trouble(error)
        }
    }

    package func close() async { await http.close() }

    /// Asks for which target the token is. Nothing is told to whoever asks only that: what waits goes on waiting.
    ///
    /// - Throws: as `listen(_:)`.
    package func target() async throws -> String {
        var request = try request(.get, "/token")
        request.deadlines = HTTPDeadlines(connect: .seconds(10), total: .seconds(20))
        let response = try await known { try await http.send(request) }
        try check(response.head.status)
        guard let node = (try? JSONValue(parsing: response.body)).map({ JSONNode($0) }),
            let target = try? node.required("desktop").string()
        else { throw access.isNoWatcher }
        return target
    }

    /// Hands over each message of the watcher, one after the other, until the connection ends.
    ///
    /// - Throws: `DaemonError` with the next step: of kind `notPermitted` if the token is not taken, else of what ended it.
    ///   What the body throws is thrown as it is.
    func listen(_ body: (JSONNode) async throws -> Void) async throws {
        var request = try request(.get, "")
        request.deadlines = HTTPDeadlines(connect: .seconds(10), total: nil, idle: Self.silence)
        request.limits.body = .max
        try await known {
            try await http.stream(request) { head, chunks in
                try check(head.status)
                var rest: [UInt8] = []
                for try await chunk in chunks {
                    rest += chunk
                    while let end = rest.firstIndex(of: 0x0A) {
                        let line = Array(rest[..<end])
                        rest.removeSubrange(...end)
                        guard !line.isEmpty else { continue }
                        guard let message = try? JSONValue(parsing: line) else { throw access.isNoWatcher }
                        try await body(JSONNode(message))
                    }
                    guard rest.count <= Self.longestLine else { throw access.isNoWatcher }
                }
            }
        }
    }

    private func known<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as HTTPError where error.kind != .cancelled {
            throw access.trouble(error)
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
        return try await known { try await http.send(request).head.status }
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
        case 429:
            throw DaemonError(
                .tryAgain, "the watcher at \(access.watcher.text) has had too many wrong tokens or connections",
                hint: "try again in a minute")
        default: throw access.isNoWatcher(status)
        }
    }
}

/// What keeps an agent from its watcher, with the next step.
extension AgentAccess {
    func trouble(_ error: HTTPError) -> DaemonError {
        switch (watcher, error.kind) {
        case (.socket(let path), .unreachable), (.socket(let path), .refused):
            DaemonError(
                .unavailable, "no watcher of desktops listens at \(path): \(error.detail)",
                hint: "start it there, with a target of 'kind: desktops'; or say where another one is: "
                    + Self.signIn("--watcher ADDRESS"))
        case (.server, .tls(.selfSigned)), (.server, .tls(.untrusted)):
            DaemonError(
                .unavailable, said(error) + (certificate.map { ", also by \($0)" } ?? ""),
                hint: "copy the watcher's own certificate here and name it: \(signIn(certificate: "FILE"))")
        case (.server, .tls(.wrongHost)):
            DaemonError(
                .unavailable, said(error),
                hint: "call it by a name of its certificate: \(Self.signIn("--watcher https://NAME:PORT --ca FILE"))")
        case (_, .tls(.badFile)):
            DaemonError(
                .configuration, "the certificate \(certificate ?? "file") cannot be used: \(error.detail)",
                hint: "name a PEM file that this user may read, and that can stay where it is: "
                    + signIn(certificate: "FILE"))
        default: DaemonError(.unavailable, said(error), hint: error.nextStep)
        }
    }

    /// It answers as no watcher does.
    fileprivate var isNoWatcher: DaemonError {
        DaemonError(
            .unavailable, "what answers at \(watcher.text) is no watcher of desktops, or one of another version",
            hint: "check the address: \(Self.signIn("--watcher ADDRESS"))")
    }

    fileprivate func isNoWatcher(_ status: Int) -> DaemonError {
        guard status < 500 else {
            return DaemonError(
                .unavailable, "the watcher at \(watcher.text) cannot answer now (\(status))",
                hint: "try again; if it stays so, look at 'pocketbell status' there")
        }
        return isNoWatcher
    }

    /// The sentence, as part of another one.
    private func said(_ error: HTTPError) -> String {
        let sentence = error.sentence
        return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    private func signIn(certificate: String) -> String { Self.signIn("--watcher \(watcher.text) --ca \(certificate)") }
    private static func signIn(_ options: String) -> String { "pocketbell desktop --sign-in \(options)" }
}
