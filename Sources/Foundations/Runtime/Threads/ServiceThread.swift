import CLinux
import Glibc
import Synchronization
import Values

/// A thread of its own for work that blocks or that must not wait for Swift's pool.
///
/// All signals but those of a crash are blocked in it, and so in the threads that a C library starts from it: the daemon's signals reach only
/// the thread that waits for them, and a write to a closed pipe or socket returns EPIPE instead of raising SIGPIPE.
///
/// The thread ends when its body returns; the owner makes it return (a stop command) and then calls ``join()`` or
/// ``finished()``. Dropping the last reference neither stops nor waits.
package final class ServiceThread: Sendable {
    private let exit: ThreadExit
    private let handle: pthread_t
    private let isJoined = Atomic(false)

    /// Starts the thread.
    /// - Parameters:
    ///   - name: as `top -H` shows it; cut after 15 bytes.
    ///   - stackSize: in bytes, rounded up to 4 KiB; nil takes the system's default (8 MiB, of which only used pages cost).
    ///   - body: what the thread does.
    package init(
        name: String, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
    ) throws(ServiceThreadError) {
        exit = ThreadExit()
        handle = try Self.start(ThreadStart(name: name, exit: exit, body: body), stackSize: stackSize)
    }

    deinit {
        if !isJoined.load(ordering: .acquiring) { pthread_detach(handle) }
    }

    /// Whether the caller runs on this thread.
    package var isCurrent: Bool { exit.thread == UInt(pthread_self()) }

    /// Blocks until the thread has ended. Not for tasks: use ``finished()`` there. A second call returns at once.
    package func join() {
        precondition(!isCurrent, "a thread cannot wait for its own end")
        if isJoined.exchange(true, ordering: .acquiringAndReleasing) { return }
        pthread_join(handle, nil)
    }

    /// Returns when the body has returned, without blocking a thread.
    package func finished() async { await exit.wait() }

    private static func start(_ start: ThreadStart, stackSize: Int?) throws(ServiceThreadError) -> pthread_t {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        if let stackSize {
            let pages = (max(stackSize, 64 * 1024) + 4095) / 4096
            unsafe pthread_attr_setstacksize(&attributes, pages * 4096)
        }
        // A thread inherits the mask: set it here, so that there is no moment in which a signal could come in.
        var all = sigset_t()
        var old = sigset_t()
        unsafe sigfillset(&all)
        // Blocked, these would end the process without the backtrace that their handlers write; by SIGPROF they stop each thread.
        for signal in [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGPROF] { unsafe sigdelset(&all, signal) }
        unsafe pthread_sigmask(SIG_SETMASK, &all, &old)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
        let context = unsafe Unmanaged.passRetained(start)
        var handle = pthread_t()
        let code = unsafe pthread_create(&handle, &attributes, threadMain, context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            throw ServiceThreadError(code: code)
        }
        return handle
    }
}

private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    let start = unsafe Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
    unsafe clinux_name_this_thread(start.name)
    start.exit.begin()
    start.body()
    start.exit.end()
    return nil
}

/// The system gave no thread.
package struct ServiceThreadError: Error, Equatable, CustomStringConvertible {
    /// What `pthread_create` returned, such as `EAGAIN`.
    package let code: Int32

    /// - Parameter code: as `pthread_create` returned it; it doesn't set `errno`.
    package init(code: Int32) {
        self.code = code
    }

    /// A sentence for people, with the next step.
    package var description: String {
        "the system gave no thread (\(SystemError(code))); look at the limits of processes and memory"
    }
}

/// What a new thread needs, in one object that travels through `pthread_create`.
final class ThreadStart: Sendable {
    let name: String
    let exit: ThreadExit
    let body: @Sendable () -> Void

    init(name: String, exit: ThreadExit, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.exit = exit
        self.body = body
    }
}
