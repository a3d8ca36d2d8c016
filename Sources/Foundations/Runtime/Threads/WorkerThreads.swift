import Glibc

/// Which threads run the program's tasks.
package enum WorkerThreads {
    /// Whether the compiler's runtime takes a pool of ours.
    package static var arePossible: Bool { givePool != nil }

    /// Gives tasks a ``WorkerPool``, where that is possible; else they keep the runtime's own. Call it before the first task, on the
    /// main thread, from a `main` that is not `async`: the main actor gets no turn.
    /// - Throws: ``ServiceThreadError`` or ``EventDescriptorError`` when the system gives no more. Don't go on then: where we get no
    ///   thread, libdispatch gets none either, and waits for one for ever.
    package static func installPool() throws {
        // Libdispatch asks for more priority than a user or a hardened service may have, and logs each refusal. Whoever sets the
        // variable gets what it asks for.
        _ = unsafe setenv("LIBDISPATCH_LOG", "NO", 0)
        try givePool?()
    }
}

// The runtime's interface for this is not settled yet, so it is used only with the compilers it was tried with.
#if compiler(>=6.3) && compiler(<6.4)
    @_spi(ExperimentalCustomExecutors) import _Concurrency

    private let givePool: (@Sendable () throws -> Void)? = {
        _ = try Executors.pool.get()
        _createExecutors(factory: Executors.self)
    }

    private enum Executors: ExecutorFactory {
        /// Two threads at least, so that a job that computes holds up no other; more than four never have work at once.
        static let pool = Result {
            try WorkerPool(threads: min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 2), 4))
        }
        static let mainExecutor: any MainExecutor = MainThread()

        static var defaultExecutor: any TaskExecutor {
            guard case .success(let pool) = pool else { preconditionFailure("no pool was installed") }
            return pool
        }
    }

    /// The main thread waits for signals, so a job for it would never run.
    private final class MainThread: MainExecutor {
        private let thread = UInt(pthread_self())

        func enqueue(_ job: consuming ExecutorJob) {
            preconditionFailure("the main actor gets no turn in this program")
        }
        func run() { preconditionFailure("the main actor gets no turn in this program") }
        func stop() {}
        func isIsolatingCurrentContext() -> Bool? { UInt(pthread_self()) == thread }
    }
#else
    private let givePool: (@Sendable () throws -> Void)? = nil
#endif
