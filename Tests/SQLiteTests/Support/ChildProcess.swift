import Glibc
import Testing

/// A program of this package in a process of its own, with its output in a pipe.
struct ChildProcess {
    private let id: pid_t
    private let output: Int32

    /// - Parameter isQuiet: sends its standard error to /dev/null.
    init(_ program: String, _ arguments: [String], isQuiet: Bool = false) throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        // So that a child started at the same time does not keep the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        if isQuiet { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        let path = Self.products + program
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child = pid_t()
        let code = posix_spawn(&child, path, &actions, nil, &words, environ)
        close(ends[1])
        id = child
        output = ends[0]
        try #require(code == 0, "\(path): \(String(cString: strerror(code)))")
    }

    /// Blocks for what the child writes next; empty at its end.
    func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(output, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Everything until the child's end, and its exit status; -1 if it was killed.
    func finish() -> (output: String, status: Int32) {
        var text = ""
        while case let more = read(), !more.isEmpty { text += more }
        close(output)
        var status: Int32 = 0
        waitpid(id, &status, 0)
        return (text, status & 0x7f == 0 ? (status >> 8) & 0xff : -1)
    }

    func kill() { Glibc.kill(id, SIGKILL) }

    /// The folder where the build puts its programs, with a slash.
    private static var products: String {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = buffer.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress!, $0.count) }
        let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        return String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}
