import CLibWebSockets
import Dispatch
import Glibc
import Synchronization

/// One service thread that owns one `lws_context`. Everything that touches lws runs there: connections are actors
/// whose executor is this loop.
///
/// `@unchecked Sendable`: what is not behind `queue` is touched by the service thread alone, except `context` and
/// the tables, which are written once in `init` before the thread starts.
@safe public final class LwsLoop: @unchecked Sendable {
    /// `@unchecked Sendable`: a command runs once, on the service thread, after its poster let go of it.
    enum Work: @unchecked Sendable {
        case command((LwsLoop) -> Void)
        case job(UnownedJob)
    }

    private struct Queue {
        var work: [Work] = []
        /// Bit pattern of the context pointer; 0 once the thread has stopped taking work.
        var context: UInt = 0
        var stopping = false
    }

    private let queue = Mutex(Queue())
    private let thread = Atomic<UInt>(0)
    private let finished = DispatchSemaphore(value: 0)
    let tables: ProtocolTables
    let fdLimit: Int

    // Service thread only.
    var ctx: OpaquePointer! = nil
    var clients: [ObjectIdentifier: ClientConnection] = [:]
    var clientVhostPointer: OpaquePointer?
    var tlsContexts: [TLSClientContext.Trust: TLSClientContext] = [:]
    /// Where TLS sessions decrypt to, one at a time.
    let decrypted = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    /// True where work queued on the service thread is seen before its next sleep, so that no wake-up is needed: while
    /// draining and in callbacks about readiness. Not in timer and close callbacks: `lws_service` runs those *before* it
    /// sleeps, and what they queue would wait for the next event.
    var drainsBeforeSleep = false
    private var spare: [Work] = []
    private var keptStrings: [UnsafeMutablePointer<CChar>] = unsafe []

    /// - Parameters:
    ///   - fdLimit: largest number of descriptors the loop serves; sizes lws's tables up front.
    ///   - logLevel: lws log bits (1 errors, 2 warnings).
    ///   - servBuf: bytes per read from a socket.
    public init(fdLimit: Int = 4096, logLevel: Int32 = 3, servBuf: UInt32 = 65536) throws {
        // lws ignores SIGPIPE too; doing it here keeps the behaviour when lws is changed.
        signal(SIGPIPE, SIG_IGN)
        self.fdLimit = fdLimit
        tables = ProtocolTables()
        unsafe lws_set_log_level(logLevel) { level, line in
            if let line = unsafe line { unsafe LwsLog.emit(level, String(cString: line)) }
        }
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN
        unsafe info.protocols = unsafe tables.client
        unsafe info.gid = -1
        unsafe info.uid = -1
        unsafe info.options = UInt64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS) | UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
        unsafe info.pt_serv_buf_size = servBuf
        unsafe info.fd_limit_per_thread = UInt32(fdLimit)
        guard let created = unsafe lws_create_context(&info) else { throw WSError.connect("lws_create_context failed") }
        unsafe ctx = unsafe created
        let bits = UInt(bitPattern: created)
        queue.withLock { $0.context = bits }
        startThread()
    }

    /// Whether the context is gone or about to go. Service thread only.
    var isStopped: Bool { queue.withLock { $0.stopping || $0.context == 0 } }

    var isOnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    private func startThread() {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setstacksize(&attributes, 512 * 1024)
        var handle = pthread_t()
        let start = unsafe Unmanaged.passRetained(self).toOpaque()
        let status = unsafe pthread_create(
            &handle, &attributes,
            { raw in
                let loop = unsafe Unmanaged<LwsLoop>.fromOpaque(raw!).takeRetainedValue()
                unsafe clws_set_thread_name("lws")
                loop.run()
                return nil
            }, unsafe start)
        precondition(status == 0, "no thread for libwebsockets (errno \(status))")
        pthread_detach(handle)
        unsafe pthread_attr_destroy(&attributes)
    }

    private func run() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        while !queue.withLock({ $0.stopping }) {
            drain()
            if unsafe lws_service(ctx, 0) < 0 { break }
        }
        for client in clients.values { client.assumeIsolated { $0.end(.shutdown) } }
        unsafe lws_context_destroy(ctx)
        tlsContexts = [:]
        unsafe decrypted.deallocate()
        unsafe keptStrings.forEach { unsafe free($0) }
        tables.deallocate()
        // Closing connections may have resumed tasks that live on this executor: they must still run.
        drain()
        queue.withLock { $0.context = 0 }
        drain()
        finished.signal()
    }

    private func drain() {
        let executor = unsafe asUnownedSerialExecutor()
        drainsBeforeSleep = true
        defer { drainsBeforeSleep = false }
        while true {
            var batch = spare
            spare = []
            queue.withLock { swap(&$0.work, &batch) }
            if batch.isEmpty {
                spare = batch
                return
            }
            for work in batch {
                switch work {
                case .command(let body): body(self)
                case .job(let job):
                    unsafe job.runSynchronously(isolatedTo: executor, taskExecutor: asUnownedTaskExecutor())
                }
            }
            batch.removeAll(keepingCapacity: true)
            spare = batch
        }
    }

    /// Runs `body` on the service thread; false when the loop has stopped. The lock also guarantees that the context
    /// outlives `lws_cancel_service`, the only lws call other threads may make.
    @discardableResult
    func post(_ body: @escaping (LwsLoop) -> Void) -> Bool {
        enqueue(.command(body))
    }

    @discardableResult
    func enqueue(_ work: Work) -> Bool {
        let drainsAnyway = isOnThread && drainsBeforeSleep
        let accepted = queue.withLock { state -> Bool in
            guard let context = unsafe OpaquePointer(bitPattern: state.context) else { return false }
            if case .command = work, state.stopping { return false }
            let wake = state.work.isEmpty && !drainsAnyway && !state.stopping
            state.work.append(work)
            if wake { unsafe lws_cancel_service(context) }
            return true
        }
        // A job may never be lost: after the loop's end it runs where it was enqueued, with nothing left to touch.
        if !accepted, case .job(let job) = work {
            unsafe job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
        return accepted
    }

    /// A C string for a field that lws keeps instead of copying; freed after the context. Service thread only.
    func keep(_ text: String) -> UnsafePointer<CChar>? {
        guard let copy = unsafe strdup(text) else { return nil }
        unsafe keptStrings.append(copy)
        return unsafe UnsafePointer(copy)
    }

    /// Stops the thread, fails every connection, frees the context. Blocks; not to be called on the service thread.
    public func shutdown() {
        queue.withLock { state in
            state.stopping = true
            if let context = unsafe OpaquePointer(bitPattern: state.context) { unsafe lws_cancel_service(context) }
        }
        finished.wait()
        finished.signal()
    }
}
