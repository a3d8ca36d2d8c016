import Runtime

/// A thread that owns one connection: opens it, serves its queue, closes it.
///
/// Blocking on the disk so never takes a thread of Swift's pool.
struct ConnectionThread: Sendable {
    private let thread: ServiceThread

    /// Starts the thread, and returns when `open` has succeeded on it.
    ///
    /// - Parameter open: makes the connection; the loop it returns runs until the queue is closed and empty.
    static func start<Opened: Sendable>(
        _ name: String, _ open: @escaping @Sendable () throws -> (Opened, loop: () -> Void)
    ) async throws -> (ConnectionThread, Opened) {
        let opened = Promise<Opened, any Error>()
        let thread: ServiceThread
        do throws(ServiceThreadError) {
            // 1 MiB: SQLite needs little stack, and some limits count address space.
            thread = try ServiceThread(name: name, stackSize: 1 << 20) { serve(opened, open) }
        } catch {
            throw DatabaseError(.outOfMemory, "open", "\(error)")
        }
        return (ConnectionThread(thread: thread), try await opened.valueEvenIfCancelled())
    }

    /// Returns when the thread has closed its connection; its queue must be closed before.
    func finished() async { await thread.finished() }

    // A function of its own, so that the connection is closed before the thread is said to have finished.
    private static func serve<Opened: Sendable>(
        _ answer: Promise<Opened, any Error>, _ open: () throws -> (Opened, loop: () -> Void)
    ) {
        do {
            let (opened, loop) = try open()
            answer.keep(.success(opened))
            loop()
        } catch {
            answer.keep(.failure(error))
        }
    }
}
