import Glibc
import HTTPClient
import JSON
import TestWaiting
import Testing

/// The receiver's process, started once for the whole run; it ends when the test process does.
struct Receiver: Sendable {
    /// What one request looked like.
    struct Request: Sendable {
        let method: String
        let path: String
        let headers: [String: String]
        let body: String

        var json: JSONValue? { try? JSONValue(parsing: body) }
    }

    static let shared = Receiver()
    let port: Int

    /// The condition of suites that talk to it.
    static let trait: ConditionTrait = .enabled(
        if: Child.exists("python3"), "needs python3 for the receiver it talks to: apt-get install python3")

    private init() {
        let script = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let output = Child.start("python3", ["/\(script)/Servers/receiver.py"])
        if Int(output) == nil, Child.exists("python3") { Issue.record("the receiver does not start: \(output)") }
        // Where nobody listens: suites that only name it do without.
        port = Int(output) ?? 9
    }

    func hook(_ name: String) -> String { "http://127.0.0.1:\(port)/hook/\(name)" }

    /// Says what `/hook/NAME` does with one request after the other; the last behaviour stays.
    func script(_ name: String, _ behaviours: JSONValue...) async throws {
        var request = HTTPClientRequest(.put, try HTTPURL("http://127.0.0.1:\(port)/script/\(name)"))
        request.body = .bytes(JSONFragment(JSONValue.array(behaviours)).bytes, contentType: "application/json")
        let sent = request
        #expect(try await TestHTTP.shared.send(sent).status == 200)
    }

    /// Returns when `/hook/NAME` got so many requests.
    func wait(for count: Int, at name: String) async throws {
        try await eventually("\(count) requests at \(name)") { try await seen(name).count >= count }
    }

    /// Lets go the requests that `/hook/NAME` holds, and will hold.
    func release(_ name: String) async throws {
        let url = try HTTPURL("http://127.0.0.1:\(port)/release/\(name)")
        #expect(try await TestHTTP.shared.send(HTTPClientRequest(.put, url)).status == 200)
    }

    /// - Parameter isOfToday: whether the bodies are those of webhooks, made by this version.
    func seen(_ name: String, isOfToday: Bool = true) async throws -> [Request] {
        let url = try HTTPURL("http://127.0.0.1:\(port)/seen/\(name)")
        let answer = try await TestHTTP.shared.send(HTTPClientRequest(.get, url))
        guard case .array(let list) = try JSONValue(parsing: answer.body) else { return [] }
        return list.map { item in
            var headers: [String: String] = [:]
            if case .object(let object) = item["headers"] {
                for member in object.members { headers[member.name] = member.value.string }
            }
            let body = item["body"]?.string ?? ""
            // Whatever a test is about: nothing leaves that the schema does not describe.
            if isOfToday, body.hasPrefix(#"{"type":"#) { #expect(WebhookSchema.mistakes(in: body) == []) }
            return Request(
                method: item["method"]?.string ?? "", path: item["path"]?.string ?? "", headers: headers, body: body)
        }
    }
}

/// One client for all tests.
enum TestHTTP {
    static let shared: HTTPClient = {
        do { return try HTTPClient() } catch { fatalError("no client: \(error)") }
    }()
}

extension JSONValue {
    var string: String? { if case .string(let text) = self { text } else { nil } }
}

enum Child {
    /// Whether the program is on the search path.
    static func exists(_ program: String) -> Bool {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// Starts a program that ends when its standard input does, and returns the first line that it prints.
    static func start(_ program: String, _ arguments: [String]) -> String {
        var input: [Int32] = [0, 0], output: [Int32] = [0, 0]
        guard pipe(&input) == 0, pipe(&output) == 0 else { return "" }
        // Other children must not keep these open.
        for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input[0], 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        _ = spawn(program, arguments, actions: &actions)
        close(input[0])
        close(output[1])
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output[0], &byte, 1) == 1, byte != 10 { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    static func spawn(
        _ program: String, _ arguments: [String], environment: [String] = [],
        actions: UnsafePointer<posix_spawn_file_actions_t>? = nil
    ) -> pid_t? {
        var process = pid_t()
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) }
        for name in ["PATH", "HOME", "PYENV_ROOT"] {
            if let value = getenv(name) { variables.append(strdup("\(name)=\(String(cString: value))")) }
        }
        variables.append(nil)
        defer { for word in words + variables { free(word) } }
        // Swift's worker threads block all signals, and a child would inherit that: SIGTERM could never end it.
        var attributes = posix_spawnattr_t(), none = sigset_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        return posix_spawnp(&process, program, actions, &attributes, &words, &variables) == 0 ? process : nil
    }

    static func end(_ process: pid_t) {
        var status: Int32 = 0
        kill(process, SIGTERM)
        waitpid(process, &status, 0)
    }
}
