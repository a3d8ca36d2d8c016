import CLinux
import Glibc
package import Values

/// A program that this one runs beside itself, with every signal as a fresh program has it.
package struct SpawnedProgram: Sendable {
    /// How a program has ended.
    enum End: Sendable, Equatable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    let id: pid_t

    /// Starts it with this program's environment.
    ///
    /// - Parameters:
    ///   - words: its name, which is looked for in the search path, and its arguments.
    ///   - input: the descriptor that it reads as its standard input; `nil` for this program's own.
    ///   - hasOwnGroup: whether a Ctrl-C at the terminal is this program's alone to heed.
    /// - Throws: why it cannot be run.
    package init(_ words: [String], input: Int32? = nil, hasOwnGroup: Bool = false) throws(SystemError) {
        id = try unsafe Self.start(words, environment: nil, hasOwnGroup: hasOwnGroup) { actions in
            if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        }
    }

    /// Starts it apart from this program: in a group of its own, at the file system's root, with no descriptor but these and no variable
    /// but those. What it prints goes nowhere, so that it never waits for a reader.
    ///
    /// - Parameters:
    ///   - words: its path, which has to be complete, and its arguments.
    ///   - environment: each as `NAME=value`.
    ///   - input: what it reads as its standard input; above the three that every program has, as the next.
    ///   - errors: where its standard error goes.
    /// - Throws: why it cannot be run.
    init(apart words: [String], environment: [String], input: Int32, errors: Int32) throws(SystemError) {
        precondition(words.first?.first == "/", "what is looked for in a search path may be another program")
        precondition(min(input, errors) > STDERR_FILENO, "they would overwrite each other")
        id = try unsafe Self.start(words, environment: environment, hasOwnGroup: true) { actions in
            unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
            unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
            // Also those of libraries that don't close theirs.
            unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
            unsafe posix_spawn_file_actions_addchdir_np(&actions, "/")
        }
    }

    /// Waits for its end, once. Blocks the calling thread.
    ///
    /// - Returns: its exit status, as a shell says it: 128 and the signal's number of one that was killed.
    package func waitForEnd() -> Int32 {
        switch end() {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }

    /// Waits for its end, once. Blocks the calling thread.
    func end() -> End {
        var status: Int32 = 0
        while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
    }

    /// - Parameters:
    ///   - environment: `nil` for this program's own.
    ///   - prepare: says which descriptors it gets.
    private static func start(
        _ words: [String], environment: [String]?, hasOwnGroup: Bool,
        _ prepare: (inout posix_spawn_file_actions_t) -> Void
    ) throws(SystemError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe prepare(&actions)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // This one's threads block signals that it waits for, and it ignores SIGPIPE.
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(Int(POSIX_SPAWN_SETSIGMASK) | Int(POSIX_SPAWN_SETSIGDEF) | Int(group)))
        var arguments = unsafe copies(of: words)
        var variables = unsafe copies(of: environment ?? [])
        defer { unsafe (arguments + variables).forEach { word in unsafe free(word) } }
        var id: pid_t = 0
        let code =
            if environment == nil {
                unsafe posix_spawnp(&id, words[0], &actions, &attributes, &arguments, environ)
            } else {
                unsafe posix_spawn(&id, words[0], &actions, &attributes, &arguments, &variables)
            }
        guard code == 0 else { throw SystemError(code) }
        return id
    }

    /// As C has a list of words; the caller frees them.
    private static func copies(of words: [String]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe words.map { unsafe strdup($0) } + [nil]
    }
}
