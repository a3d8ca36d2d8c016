import CSQLite
import Glibc

/// Starts a thread of our own, so that blocking on the disk never takes one of Swift's cooperative pool.
enum DatabaseThread {
    /// - Parameters:
    ///   - name: Shown by `top -H`; at most 15 bytes count.
    ///   - body: Runs to its end; nobody joins the thread.
    static func start(_ name: StaticString, _ body: @escaping @Sendable () -> Void) throws {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // The default of 8 MiB is address space only, but some limits count it.
        unsafe pthread_attr_setstacksize(&attributes, 1 << 20)
        let start = unsafe Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, &attributes, run, start.toOpaque())
        guard code == 0 else {
            unsafe start.release()
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
        guard let context = unsafe context else { return nil }
        let start = unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
        unsafe csqlite_name_thread("\(start.name)")
        start.body()
        return nil
    }
}
