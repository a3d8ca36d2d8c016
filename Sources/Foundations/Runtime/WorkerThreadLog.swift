import Glibc

/// What the threads of Swift's pool say of themselves.
package enum WorkerThreadLog {
    /// Keeps them quiet. Call it before the first task; whoever sets `LIBDISPATCH_LOG` gets what it asks for.
    ///
    /// The pool's timer thread asks for more priority than an ordinary user or a hardened service may have. It works without,
    /// but each process that is refused would write a line about it into the system's log.
    package static func silence() {
        _ = unsafe setenv("LIBDISPATCH_LOG", "NO", 0)
    }
}
