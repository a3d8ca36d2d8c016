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
        let context = Unmanaged.passRetained(
            Start {
                ccurl_name_this_thread(name)
                body()
            }
        ).toOpaque()
        var thread = pthread_t()
        var all = sigset_t()
        var old = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &old)
        defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context)
        guard code == 0 else {
            Unmanaged<Start>.fromOpaque(context).release()
            throw HTTPError(
                .other(code: Int(code)), detail: "cannot start the service thread: \(String(cString: strerror(code)))")
        }
        return thread
    }
}
