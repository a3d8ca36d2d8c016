import Glibc
import Runtime

/// Runs a program of the system to its end.
package enum Command {
    /// Whether the program is on the search path.
    package static func exists(_ name: String) -> Bool {
        let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
    }

    /// - Returns: the exit status; 127 if it could not be started. Its output goes where the tests' goes, unless quiet.
    package static func run(_ arguments: [String], in folder: String) async -> Int32 {
        await withCheckedContinuation { continuation in
            _ = try? ServiceThread(name: "command") {
                continuation.resume(
                    returning: spawnAndWait(["/bin/sh", "-c", "cd \"$0\" && \"$@\"", folder] + arguments))
            }
        }
    }

    private static func spawnAndWait(_ arguments: [String]) -> Int32 {
        var argv: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe argv.forEach { unsafe free($0) } }
        // This thread has every signal blocked; the child must not.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var process = pid_t()
        guard unsafe posix_spawn(&process, argv[0]!, nil, &attributes, &argv, environ) == 0 else { return 127 }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}
