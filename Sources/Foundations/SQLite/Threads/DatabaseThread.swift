import CSQLite
import Glibc

/// Starts a thread of our own, so that blocking on the disk never takes one of Swift's cooperative pool.
enum DatabaseThread {
    /// - Parameters:
    ///   - name: Shown by `top -H`; at most 15 bytes count.
    ///   - body: Runs to its end; nobody joins the thread.
    static func start(_ name: StaticString, _ body: @escaping @Sendable () -> Void) throws {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // The default of 8 MiB is address space only, but some limits count it.
        pthread_attr_setstacksize(&attributes, 1 << 20)
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let code = pthread_create(&thread, &attributes, run, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw DatabaseError(.outOfMemory, "open", "no thread: errno \(code)")
        }
    }

    private final class Start: Sendable {
        let name: StaticString
        let body: @Sendable () -> Void
        init(name: StaticString, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
        csqlite_name_thread("\(start.name)")
        start.body()
        return nil
    }
}
