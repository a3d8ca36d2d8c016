package import Glibc
import TestWaiting

/// A program with a terminal of its own, 80 columns wide, which a test types into.
///
/// A program that still runs when the value is let go is killed.
package final class TerminalProgram {
    package struct SystemError: Error { package let code: Int32 }

    package let id: pid_t
    private let terminal: Int32
    /// What the terminal has shown so far, what was typed included where it is echoed.
    package var output: String { String(decoding: shown, as: UTF8.self) }
    private var shown: [UInt8] = []
    /// How much of that was there when the last question was answered.
    private var answered = 0
    private var isReaped = false

    /// - Parameters:
    ///   - name: with a slash a path; else a program of this package.
    ///   - environment: added to the test's own; an empty value takes a variable away.
    package init(_ name: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN: Swift's Glibc module has neither these nor posix_openpt and its kin.
        var (isLocked, number) = (Int32(0), UInt32(0))
        guard terminal >= 0, ioctl(terminal, 0x4004_5431, &isLocked) == 0, ioctl(terminal, 0x8004_5430, &number) == 0
        else { throw SystemError(code: errno) }
        let side = "/dev/pts/\(number)"
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The leader of a new session gets the terminal that it opens first as its controlling one.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, side, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        var (none, all) = (sigset_t(), sigset_t())
        sigfillset(&all)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | 0x80 /* POSIX_SPAWN_SETSID */)
        let path = name.contains("/") ? name : try Self.path(of: name)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            ProgramEnvironment.adding(environment).map { strdup($0) } + [nil]
        defer { for word in words + variables { free(word) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, path, &actions, &attributes, &words, &variables)
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

    /// Whether what is typed is shown.
    package var echoes: Bool {
        var settings = termios()
        tcgetattr(terminal, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Types; a line ends with \n, Ctrl-C is \u{3}.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(terminal, bytes, bytes.count)
    }

    /// Reads until the output holds the text, at most as long as it says something every ten seconds.
    package func waitFor(_ text: String) -> Bool {
        var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        while !output.contains(text), poll(&descriptor, 1, 10_000) == 1, readSome() {}
        return output.contains(text)
    }

    /// Waits, without holding a thread, until the program asks something that it had not asked at the last answer.
    package func wait(for question: String) async throws {
        try await eventually("'\(question)' after\n\(output)", within: .seconds(60)) {
            readWhatIsThere()
            return String(decoding: shown[answered...], as: UTF8.self).contains(question)
        }
    }

    /// Waits for the question, and types the answer and Enter.
    package func answer(_ question: String, _ text: String) async throws {
        try await wait(for: question)
        answered = shown.count
        type(text + "\n")
    }

    /// Waits for the end without holding a thread; as ``waitForExit()``.
    package func end() async throws -> Int32 {
        try await eventually("the end after\n\(output)", within: .seconds(60)) {
            readWhatIsThere()
            return isHungUp
        }
        return waitForExit()
    }

    private func readWhatIsThere() {
        var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        while poll(&descriptor, 1, 0) == 1, descriptor.revents & Int16(POLLIN) != 0, readSome() {}
    }

    private func readSome() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(terminal, &bytes, bytes.count)
        if count > 0 { shown += bytes[..<count] }
        return count > 0
    }

    /// The exit code, or 128 plus the signal. The program is killed if its output doesn't end within ten seconds.
    package func waitForExit() -> Int32 {
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
