import Glibc
import Testing

/// The reference hub as a process of its own.
struct HubProcess {
    struct StartError: Error {}

    let address: String
    private let process: pid_t
    private let input: Int32

    init(_ dialect: ReferenceHub.Dialect, _ options: [String]) throws {
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
        address = try #require(line?.split(separator: " ").last.map(String.init), "no reference hub") + "/"
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

    func stop() {
        close(input)
        var status: Int32 = 0
        unsafe waitpid(process, &status, 0)
    }
}
