import CLinux
import Glibc
import Runtime
import TestTerminal
import TestWaiting

/// A program that a test runs. Its output is collected by threads of its own, so that no test blocks the pool.
///
/// A program that still runs when the value is let go is killed.
package final class ChildProcess: Sendable {
    package struct SpawnError: Error { package let code: Int32 }

    package let id: Int32
    private let input: Int32
    private let outputCollector = Collector()
    private let errorCollector = Collector()
    /// As `waitpid` gave it.
    private let status = Lock(Int32?.none)

    /// - Parameters:
    ///   - environment: added to the test's own; an empty value takes a variable away.
    ///   - input: what the program reads on standard input, after which it sees the end.
    ///   - onLine: gets each line of the program's output, which is not kept then.
    package init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], input text: String? = nil,
        onLine: (@Sendable ([UInt8]) -> Void)? = nil
    ) throws {
        let pipes = try (0..<3).map { _ in try Self.pipe() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes[0].reading, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes[1].writing, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes[2].writing, STDERR_FILENO)
        // The test's thread belongs to Dispatch, which blocks most signals on its threads.
        var attributes = posix_spawnattr_t()
        var none = sigset_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            ProgramEnvironment.adding(environment).map { strdup($0) } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, program, &actions, &attributes, &words, &variables)
        for end in [pipes[0].reading, pipes[1].writing, pipes[2].writing] { close(end) }
        guard code == 0 else {
            for end in [pipes[0].writing, pipes[1].reading, pipes[2].reading] { close(end) }
            throw SpawnError(code: code)
        }
        self.id = id
        self.input = pipes[0].writing
        if let text { type(text) }
        if text != nil { close(input) }
        try outputCollector.start(pipes[1].reading, onLine: onLine)
        try errorCollector.start(pipes[2].reading)
    }

    deinit {
        guard status.withLock({ $0 }) == nil else { return }
        kill(id, SIGKILL)
        var status: Int32 = 0
        waitpid(id, &status, 0)
    }

    package var output: String { outputCollector.text }
    package var errors: String { errorCollector.text }

    /// As `top -H` shows them.
    package var threadNames: [String] {
        let tasks = "/proc/\(id)/task"
        return Folder.names(in: tasks).compactMap { task in
            // A thread that has just ended has none.
            (try? TextFile.read("\(tasks)/\(task)/comm")).map { String($0.dropLast()) }
        }
    }

    /// Writes to the program's standard input.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(input, bytes, bytes.count)
    }

    package func signal(_ number: Int32) { kill(id, number) }

    /// Waits until the output holds a text.
    package func waitForOutput(_ text: String, within limit: Duration = .seconds(90)) async throws {
        try await wait(for: "'\(text)'", within: limit) { self.output.contains(text) || self.errors.contains(text) }
    }

    /// Waits for the program's end; the exit code, or 128 plus the signal.
    @discardableResult
    package func waitForExit(within limit: Duration = .seconds(60)) async throws -> Int32 {
        try await wait(for: "exit", within: limit) { self.hasEnded }
        let status = status.withLock { $0 } ?? 0
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Whether it is over, and all that it said is there.
    package var hasEnded: Bool {
        guard outputCollector.isAtEnd, errorCollector.isAtEnd else { return false }
        return status.withLock { status in
            if status != nil { return true }
            var result: Int32 = 0
            guard waitpid(id, &result, WNOHANG) == id else { return false }
            status = result
            return true
        }
    }

    private func wait(for what: String, within limit: Duration, _ isDone: () -> Bool) async throws {
        try await eventually("\(what)\n--- output\n\(output)\n--- errors\n\(errors)", within: limit, isDone)
    }

    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        // Else a program that is started at the same time keeps them open, and this one seems to go on after its end.
        guard clinux_pipe(&ends) == 0 else { throw SpawnError(code: errno) }
        return (ends[0], ends[1])
    }
}
