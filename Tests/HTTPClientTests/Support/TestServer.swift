import Glibc
import HTTPClient
import JSON
import Testing

/// The Python server process, started once for the whole run; it ends when the test process does.
struct TestServer: Sendable {
    /// Where the server listens, and its certificates: the one line that it prints.
    struct Addresses: Sendable {
        let folder, ca, unix: String
        let plain, other, lone, proxy, good, wrong, expired, `self`, old, mutual, hole, closed, mute, rude, cut: Int

        init(_ line: String) throws {
            let node = JSONNode(try JSONValue(parsing: line))
            func text(_ name: String) throws -> String { try node.required(name).string() }
            func port(_ name: String) throws -> Int { try node.required(name).int() }
            (folder, ca, unix) = (try text("folder"), try text("ca"), try text("unix"))
            (plain, other, lone) = (try port("plain"), try port("other"), try port("lone"))
            (good, wrong, expired) = (try port("good"), try port("wrong"), try port("expired"))
            (self.`self`, old, mutual) = (try port("self"), try port("old"), try port("mutual"))
            (hole, closed, mute) = (try port("hole"), try port("closed"), try port("mute"))
            (rude, cut, proxy) = (try port("rude"), try port("cut"), try port("proxy"))
        }
    }

    /// Whether the two programs are installed: python3 without packages, and openssl to make certificates.
    static let isAvailable = ["python3", "openssl"].allSatisfy { program in
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
    static let why: Comment = "needs python3 and openssl for the servers it talks to: apt-get install python3 openssl"

    static let shared = TestServer()
    let at: Addresses

    private init() {
        let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        do {
            at = try Addresses(Self.start("/\(tests)/Servers/server.py"))
        } catch {
            fatalError("the test server does not start: \(error)")
        }
    }

    /// Starts the script and returns its first line. Its input stays open as long as this process lives.
    private static func start(_ script: String) throws -> String {
        var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
        try #require(pipe(&input) == 0 && pipe(&output) == 0)
        for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
        let command = ["python3", "-W", "ignore", script]
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child = pid_t()
        try #require(posix_spawnp(&child, "python3", &actions, nil, &words, environ) == 0)
        close(input[0])
        close(output[1])
        defer { close(output[0]) }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output[0], &byte, 1) == 1, byte != 10 { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    func url(_ path: String, scheme: String = "http", host: String = "127.0.0.1", port: Int? = nil) throws -> HTTPURL {
        try HTTPURL("\(scheme)://\(host):\(port ?? at.plain)\(path)")
    }
}
