import Glibc

/// A program of this package with a terminal of its own, which a test types into.
final class TerminalProgram {
    struct SystemError: Error { let code: Int32 }

    let id: pid_t
    private let terminal: Int32
    private(set) var output = ""
    private var isReaped = false

    init(_ name: String, _ arguments: [String] = []) throws {
        terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN: Swift's Glibc module has neither these nor posix_openpt and its kin.
        var (isLocked, number) = (Int32(0), UInt32(0))
        guard terminal >= 0, ioctl(terminal, 0x4004_5431, &isLocked) == 0, ioctl(terminal, 0x8004_5430, &number) == 0
        else { throw SystemError(code: errno) }
        let side = "/dev/pts/\(number)"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The leader of a new session gets the terminal that it opens first as its controlling one.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, side, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        var (none, all) = (sigset_t(), sigset_t())
        sigfillset(&all)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | 0x80 /* POSIX_SPAWN_SETSID */)
        let path = try Self.path(of: name)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, path, &actions, &attributes, &words, environ)
        guard code == 0 else { throw SystemError(code: code) }
        self.id = id
    }

    deinit {
        if !isReaped {
            kill(id, SIGKILL)
            var status: Int32 = 0
            waitpid(id, &status, 0)
        }
        close(terminal)
    }

    var echoes: Bool {
        var settings = termios()
        tcgetattr(terminal, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(terminal, bytes, bytes.count)
    }

    /// Reads until the output holds the text, at most ten seconds.
    func waitFor(_ text: String) -> Bool {
        var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        var bytes = [UInt8](repeating: 0, count: 256)
        while !output.contains(text), poll(&descriptor, 1, 10_000) == 1 {
            let count = read(terminal, &bytes, bytes.count)
            guard count > 0 else { break }
            output += String(decoding: bytes[..<count], as: UTF8.self)
        }
        return output.contains(text)
    }

    /// The exit code, or 128 plus the signal. The program is killed if its output doesn't end within ten seconds.
    func waitForExit() -> Int32 {
        // The terminal's other side closes when the program ends; then reading fails.
        if waitFor("\0") || !isHungUp { kill(id, SIGKILL) }
        var status: Int32 = 0
        waitpid(id, &status, 0)
        isReaped = true
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    private var isHungUp: Bool {
        var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 1 && descriptor.revents & Int16(POLLHUP) != 0
    }

    private static func path(of name: String) throws -> String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0 else { throw SystemError(code: errno) }
        let runner = String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return runner.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
    }
}
