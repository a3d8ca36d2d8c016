import HTTPClient
import JSON
import Observability
import Runtime
import Testing
import Values

@testable import AllowanceAPI

/// The genuine server that judges our client, started for one test.
struct ReferenceHub {
    enum Dialect: String, CaseIterable, Sendable {
        /// Routes and payloads of the published designs.
        case spec
        /// What the public backend does.
        case real
    }

    let server: HTTPURL
    let http: HTTPClient
    /// Requests of tests before this one.
    private let before: JSONValue

    static let parent = "parent@example.com"
    static let password = Secret("password123")

    /// Runs `body` with a server as at its start. Tests without options share one of each dialect, since a start takes more
    /// than a second of work.
    static func run<Value>(
        _ dialect: Dialect, _ options: [String] = [], _ body: (ReferenceHub) async throws -> Value
    ) async throws -> Value {
        let process = options.isEmpty ? try Shared.process(dialect) : try HubProcess(dialect, options)
        let hub = try await ReferenceHub(process)
        let result: Result<Value, any Error>
        do { result = .success(try await body(hub)) } catch { result = .failure(error) }
        await hub.http.close()
        if !options.isEmpty { process.stop() }
        return try result.get()
    }

    private init(_ process: HubProcess) async throws {
        let (server, http) = (try HTTPURL(process.address), try HTTPClient())
        _ = try await http.send(HTTPClientRequest(.post, try HTTPURL(server.text + "control/reset")))
        before = try await Self.requests(http, server)
        (self.server, self.http) = (server, http)
    }

    /// One process of each dialect; they end with the test process.
    private enum Shared {
        static let spec = Result { try HubProcess(.spec, []) }
        static let real = Result { try HubProcess(.real, []) }

        static func process(_ dialect: Dialect) throws -> HubProcess {
            try dialect == .spec ? spec.get() : real.get()
        }
    }

    // MARK: For tests

    func session(
        tokens: any TokenStore = MemoryTokenStore(), credentials: Credentials? = nil,
        hubPaths: [String] = AllowanceSession.knownHubPaths, sink: CapturingSink = CapturingSink(),
        clock: WallClock = .system, personChanged: @escaping @Sendable () -> Void = {}
    ) -> AllowanceSession {
        AllowanceSession(
            server: server, http: http, credentials: credentials.map { FixedCredentials($0) }, tokens: tokens,
            hubPaths: hubPaths, logger: Logger(component: "api", threshold: LogThreshold(.trace), sink: sink),
            clock: clock, personChanged: personChanged)
    }

    /// A session that is signed in as the parent.
    func parentSession() async throws -> AllowanceSession {
        let session = session()
        _ = try await session.signIn(email: Self.parent, password: Self.password)
        return session
    }

    static var parentCredentials: Credentials { Credentials(email: parent, password: password) }

    @discardableResult
    func control(_ path: String, _ body: JSONValue = [:]) async throws -> JSONValue {
        var request = HTTPClientRequest(.post, try HTTPURL(server.text + "control/" + path))
        request.body = .bytes(Array(body.description.utf8), contentType: "application/json")
        let response = try await http.send(request)
        #expect(response.status == 200, "control/\(path)")
        return response.body.isEmpty ? .null : try JSONValue(parsing: response.body)
    }

    func clearFaults() async throws {
        _ = try await http.send(HTTPClientRequest(.delete, try HTTPURL(server.text + "control/fault")))
    }

    /// All transaction ids of each child by the child's id, as the server knows them.
    func truth() async throws -> [String: [String]] {
        let response = try await http.send(HTTPClientRequest(.get, try HTTPURL(server.text + "control/truth")))
        let children = try JSONNode(JSONValue(parsing: response.body)).required("children").elements()
        return try Dictionary(
            uniqueKeysWithValues: children.map { child in
                (
                    try child.required("id").string(),
                    try child.required("transactions").elements().map { try $0.string() }
                )
            })
    }

    /// How often this test made a request.
    func requests(_ request: String) async throws -> Int {
        let now = try await Self.requests(http, server)
        return try (JSONNode(now).optional(request)?.int() ?? 0) - (JSONNode(before).optional(request)?.int() ?? 0)
    }

    private static func requests(_ http: HTTPClient, _ server: HTTPURL) async throws -> JSONValue {
        let response = try await http.send(HTTPClientRequest(.get, try HTTPURL(server.text + "control/stats")))
        return try JSONNode(JSONValue(parsing: response.body)).required("requests").value
    }
}

/// The error of a closure that must fail.
func failure(
    _ comment: String = "", at location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async throws -> AllowanceError {
    do {
        try await body()
    } catch let error as AllowanceError {
        return error
    }
    return try #require(nil, "no error \(comment)", sourceLocation: location)
}
