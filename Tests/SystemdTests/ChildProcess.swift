import Glibc

/// A program that a test starts and ends.
final class ChildProcess {
    private var process = pid_t()

    struct NotStarted: Error {
        let program: String
    }

    /// - Parameter descriptor: what the child sees as its descriptor 5.
    init(_ program: String, _ arguments: [String], environment: [String] = [], descriptor: Int32? = nil) throws {
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = (environment + ["PATH=/usr/bin:/bin"]).map { strdup($0) } + [nil]
        defer { for word in words + variables { free(word) } }
        // Swift's worker threads block all signals, and a child would inherit that: SIGTERM could never end it.
        var attributes = posix_spawnattr_t(), none = sigset_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for standard in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_WRONLY, 0)
        }
        if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 5) }
        guard posix_spawnp(&process, program, &actions, &attributes, &words, &variables) == 0 else {
            throw NotStarted(program: program)
        }
    }

    deinit {
        end()
    }

    func signal(_ number: Int32) {
        if process > 0 { kill(process, number) }
    }

    func end() {
        guard process > 0 else { return }
        // A stopped process would keep SIGTERM pending.
        kill(process, SIGCONT)
        kill(process, SIGTERM)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        process = 0
    }

    static func isInstalled(_ program: String) -> Bool {
        access("/usr/bin/" + program, X_OK) == 0
    }
}
