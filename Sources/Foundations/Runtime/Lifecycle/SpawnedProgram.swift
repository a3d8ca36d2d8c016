import Glibc
package import Values

/// A program that this one runs beside itself, with its environment and with every signal as a fresh program has it.
package struct SpawnedProgram: Sendable {
    private let id: pid_t

    /// Starts it.
    ///
    /// - Parameters:
    ///   - words: its name, which is looked for in the search path, and its arguments.
    ///   - input: the descriptor that it reads as its standard input; `nil` for this program's own.
    ///   - hasOwnGroup: whether a Ctrl-C at the terminal is this program's alone to heed.
    /// - Throws: why it cannot be run.
    package init(_ words: [String], input: Int32? = nil, hasOwnGroup: Bool = false) throws(SystemError) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
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
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { argument in unsafe free(argument) } }
        var id: pid_t = 0
        let code = unsafe posix_spawnp(&id, words[0], &actions, &attributes, &arguments, environ)
        guard code == 0 else { throw SystemError(code) }
        self.id = id
    }

    /// Waits for its end, once. Blocks the calling thread.
    ///
    /// - Returns: its exit status, as a shell says it: 128 and the signal's number of one that was killed.
    package func waitForEnd() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}
