import AllowanceAPI
import Glibc
import HTTPClient
import JSON
import Observability
import Testing
import Values

/// The genuine server that judges our facts, started for one test.
struct LiveHub {
    struct StartError: Error {}

    let server: HTTPURL
    let http: HTTPClient
    private let process: pid_t
    private let input: Int32

    /// `POCKETBELL_SHARED`, else `../shared` beside the package or a worktree of it.
    private static let program: String? = {
        let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        let beside = [1, 2].map { package.dropLast($0).joined(separator: "/") + "/shared" }
        let set = getenv("POCKETBELL_SHARED").map { [String(cString: $0)] }
        return (set ?? beside).map { $0 + "/reference-hub/run" }.first { access($0, X_OK) == 0 }
    }()

    static var isThere: Bool { program != nil }

    static func run(_ options: [String], _ body: (LiveHub) async throws -> Void) async throws {
        let hub = try LiveHub(options)
        do {
            try await body(hub)
            await hub.stop()
        } catch {
            await hub.stop()
            throw error
        }
    }

    private init(_ options: [String]) throws {
        // The shell ends the server when its input ends: also when the test process is killed.
        let script = #""$@" </dev/null & server=$!; cat >/dev/null; kill $server; wait $server"#
        let words = ["/bin/sh", "-c", script, "sh", try #require(Self.program), "--port", "0"] + options
        var (reading, writing): ([Int32], [Int32]) = ([0, 0], [0, 0])
        guard pipe(&reading) == 0, pipe(&writing) == 0 else { throw StartError() }
        for end in reading + writing { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, writing[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, reading[1], STDOUT_FILENO)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, "/bin/sh", &actions, nil, &arguments, environ)
        close(reading[1])
        close(writing[0])
        guard code == 0 else { throw StartError() }
        (process, input) = (id, writing[1])
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
        while poll(&poller, 1, 60_000) == 1, read(descriptor, &byte, 1) == 1, byte != 0x0A { bytes.append(byte) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private func stop() async {
        await http.close()
        close(input)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    func signedIn() async throws -> AllowanceSession {
        let session = AllowanceSession(
            server: server, http: http,
            logger: Logger(component: "api", threshold: LogThreshold(.error), sink: CapturingSink()))
        _ = try await session.signIn(email: "parent@example.com", password: Secret("password123"))
        return session
    }

    @discardableResult
    func control(_ path: String, _ body: JSONValue = [:]) async throws -> JSONValue {
        var request = HTTPClientRequest(.post, try HTTPURL(server.text + "control/" + path))
        request.body = .bytes(Array(body.description.utf8), contentType: "application/json")
        let response = try await http.send(request)
        #expect(response.status == 200, "control/\(path)")
        return response.body.isEmpty ? .null : try JSONValue(parsing: response.body)
    }

    /// Balances and transaction ids of every child, as the server knows them.
    func truth() async throws -> [String: (balance: Decimal, ids: Set<String>)] {
        let response = try await http.send(HTTPClientRequest(.get, try HTTPURL(server.text + "control/truth")))
        let children = try JSONNode(JSONValue(parsing: response.body)).required("children").elements()
        return try Dictionary(
            uniqueKeysWithValues: children.map { child in
                let ids = try child.required("transactions").elements().map { try $0.string() }
                let balance = try child.required("balance", "currentBalance").decimal()
                return (try child.required("id").string(), (balance, Set(ids)))
            })
    }
}
