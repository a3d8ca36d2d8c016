import Glibc
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

    struct StartError: Error {}

    let server: HTTPURL
    let http: HTTPClient
    private let process: pid_t
    private let input: Int32

    static let parent = "parent@example.com"
    static let password = Secret("password123")

    /// Runs `body` with a server of its own, which ends with it.
    static func run<Value>(
        _ dialect: Dialect, _ options: [String] = [], _ body: (ReferenceHub) async throws -> Value
    ) async throws -> Value {
        let hub = try ReferenceHub(dialect, options)
        do {
            let value = try await body(hub)
            await hub.stop()
            return value
        } catch {
            await hub.stop()
            throw error
        }
    }

    private init(_ dialect: Dialect, _ options: [String]) throws {
        let program = try #require(SharedFolder.path) + "/reference-hub/run"
        // The shell ends the server when its input ends: also when the test process is killed.
        let script = #""$@" </dev/null & server=$!; cat >/dev/null; kill $server; wait $server"#
        let words = ["/bin/sh", "-c", script, "sh", program, "--port", "0", "--Dialect=\(dialect.rawValue)"] + options
        var (reading, writing): ([Int32], [Int32]) = ([0, 0], [0, 0])
        guard unsafe pipe(&reading) == 0, unsafe pipe(&writing) == 0 else { throw StartError() }
        for end in reading + writing { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawn_file_actions_adddup2(&actions, writing[0], STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, reading[1], STDOUT_FILENO)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        var signals = sigset_t()
        unsafe posix_spawnattr_init(&attributes)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var id: pid_t = 0
        let code = unsafe posix_spawn(&id, "/bin/sh", &actions, &attributes, &arguments, environ)
        close(reading[1])
        close(writing[0])
        guard code == 0 else { throw StartError() }
        process = id
        input = writing[1]
        let line = Self.line(reading[0])
        close(reading[0])
        server = try HTTPURL(try #require(line?.split(separator: " ").last.map(String.init), "no reference hub"))
        http = try HTTPClient()
    }

    /// Waits for a line, at most a minute: the first start unpacks the server.
    private static func line(_ descriptor: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&poller, 1, 60_000) == 1, unsafe read(descriptor, &byte, 1) == 1, byte != 0x0A {
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private func stop() async {
        await http.close()
        close(input)
        var status: Int32 = 0
        unsafe waitpid(process, &status, 0)
    }

    // MARK: For tests

    func session(
        tokens: any TokenStore = MemoryTokenStore(), credentials: Credentials? = nil,
        hubPaths: [String] = AllowanceSession.knownHubPaths, sink: CapturingSink = CapturingSink(),
        clock: WallClock = .system
    ) -> AllowanceSession {
        AllowanceSession(
            server: server, http: http, credentials: credentials.map { FixedCredentials($0) }, tokens: tokens,
            hubPaths: hubPaths, logger: Logger(component: "api", threshold: LogThreshold(.trace), sink: sink),
            clock: clock)
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
        var request = HTTPRequest(.post, try HTTPURL(server.text + "control/" + path))
        request.body = .bytes(Array(body.description.utf8), contentType: "application/json")
        let response = try await http.send(request)
        #expect(response.status == 200, "control/\(path)")
        return response.body.isEmpty ? .null : try JSONValue(parsing: response.body)
    }

    func clearFaults() async throws {
        _ = try await http.send(HTTPRequest(.delete, try HTTPURL(server.text + "control/fault")))
    }

    /// All transaction ids of each child by the child's id, as the server knows them.
    func truth() async throws -> [String: [String]] {
        let response = try await http.send(HTTPRequest(.get, try HTTPURL(server.text + "control/truth")))
        let children = try JSONNode(JSONValue(parsing: response.body)).required("children").elements()
        return try Dictionary(
            uniqueKeysWithValues: children.map { child in
                (
                    try child.required("id").string(),
                    try child.required("transactions").elements().map { try $0.string() }
                )
            })
    }

    /// How often a request was made.
    func requests(_ request: String) async throws -> Int {
        let response = try await http.send(HTTPRequest(.get, try HTTPURL(server.text + "control/stats")))
        return try JSONNode(JSONValue(parsing: response.body)).required("requests").optional(request)?.int() ?? 0
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
