import CCurl
import Glibc

/// Runs one closure on a thread of its own, with all signals blocked.
///
/// Blocking keeps the daemon's signals on the threads that wait for them, and turns SIGPIPE from a TLS write into EPIPE
/// without touching the process-wide disposition. Threads that libcurl starts from here inherit the mask.
enum ServiceThread {
    private final class Start {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// - Parameter name: at most 15 bytes, visible in `top -H`.
    /// - Throws: kind `other` with the code of `pthread_create`.
    static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(HTTPError) -> pthread_t {
        let context = unsafe Unmanaged.passRetained(
            Start {
                unsafe ccurl_name_this_thread(name)
                body()
            }
        ).toOpaque()
        var thread = pthread_t()
        var all = sigset_t()
        var old = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &old)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, unsafe context)
        guard code == 0 else {
            unsafe Unmanaged<Start>.fromOpaque(context).release()
            throw HTTPError(
                .other(code: Int(code)),
                detail: unsafe "cannot start the service thread: \(String(cString: strerror(code)))")
        }
        return thread
    }
}
