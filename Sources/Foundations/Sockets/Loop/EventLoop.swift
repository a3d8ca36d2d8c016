import CLibWebSockets
import Glibc
import Runtime
import Synchronization

/// One service thread that owns one `lws_context`. Everything that touches the library runs there: connections are
/// actors whose executor is this loop.
///
/// `@unchecked Sendable`: what is not behind `queue` is touched by the service thread alone, except `context`, the
/// tables and `thread`, which are written once in `init`, the first two before the thread starts.
@safe public final class EventLoop: @unchecked Sendable {
    /// `@unchecked Sendable`: a command runs once, on the service thread, after its poster let go of it.
    enum Work: @unchecked Sendable {
        case command((EventLoop) -> Void)
        case job(UnownedJob)
    }

    private struct Queue {
        var work: [Work] = []
        /// Bit pattern of the context pointer; 0 once the thread has stopped taking work.
        var context: UInt = 0
        var isStopping = false
        /// Threads that are about to wake this one: the context outlives them.
        var wakers = 0
    }

    private let queue = Lock(Queue())
    private let identity = Atomic<UInt>(0)
    private var thread: ServiceThread?
    let tables: ProtocolTables
    /// Connections beyond this are refused or not begun: at the process's descriptor limit libdispatch would crash and
    /// `accept` spin.
    let connectionLimit: Int

    // Service thread only.
    var context: OpaquePointer! = nil
    var plainVhost: OpaquePointer?
    var connections: [ObjectIdentifier: Connection] = [:]
    /// Kept until their descriptor is closed, also when their maker forgot to: the library holds a bare pointer to each.
    var listeners: [ObjectIdentifier: Listener] = [:]
    var tlsContexts: [TLSClientSettings: (stamps: [Int], context: TLSContext)] = [:]
    var timers = TimerQueue()
    /// Once true, whoever sets a timer is told at once that the loop stops.
    var hasEndedTimers = false
    let alarm = Alarm()
    /// Where TLS sessions decrypt to, one at a time.
    let decrypted = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    /// True where work queued on the service thread is seen before its next sleep, so that no wake-up is needed: while
    /// draining and in callbacks about readiness. Not in timer and close callbacks: `lws_service` runs those *before* it
    /// sleeps, and what they queue would wait for the next event.
    var drainsBeforeSleep = false
    private var spare: [Work] = []

    /// Starts the thread.
    /// - Parameters:
    ///   - descriptorLimit: largest number of descriptors the loop serves; sizes the library's tables up front. What the
    ///     process may open is the limit in any case, with some to spare for everybody else.
    ///   - readSize: bytes per read from a socket.
    public init(descriptorLimit: Int = 4096, readSize: Int = 65536) throws(SocketError) {
        // lws ignores SIGPIPE too; doing it here keeps the behaviour when lws is changed.
        signal(SIGPIPE, SIG_IGN)
        LibraryLog.install()
        connectionLimit = ConnectionLimit.connections(descriptorLimit)
        tables = ProtocolTables()
        unsafe context = unsafe try Self.makeContext(tables, descriptorLimit: descriptorLimit, readSize: readSize)
        alarm.setOwner(self)
        let bits = unsafe UInt(bitPattern: context)
        queue.withLock { $0.context = bits }
        do {
            thread = try ServiceThread(name: "sockets", stackSize: 512 * 1024) { [self] in run() }
        } catch {
            unsafe lws_context_destroy(context)
            throw SocketError(.system, "\(error)")
        }
    }

    private static func makeContext(
        _ tables: ProtocolTables, descriptorLimit: Int, readSize: Int
    ) throws(SocketError) -> OpaquePointer {
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN
        unsafe info.protocols = unsafe tables.raw
        unsafe info.gid = -1
        unsafe info.uid = -1
        unsafe info.options = UInt64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS)
        unsafe info.pt_serv_buf_size = UInt32(readSize)
        unsafe info.fd_limit_per_thread = UInt32(descriptorLimit)
        guard let created = unsafe lws_create_context(&info) else {
            throw SocketError(.system, "libwebsockets could not be started; is the limit of open files very low?")
        }
        return unsafe created
    }

    /// Whether the context is gone or about to go.
    package var isStopped: Bool { queue.withLock { $0.isStopping || $0.context == 0 } }

    /// Whether the caller runs on the service thread; false everywhere before the thread has begun.
    package var isOnThread: Bool { identity.load(ordering: .relaxed) == UInt(pthread_self()) }

    private func run() {
        identity.store(UInt(pthread_self()), ordering: .relaxed)
        while !queue.withLock({ $0.isStopping }) {
            drain(rounds: 16)
            if unsafe lws_service(context, 0) < 0 { break }
        }
        queue.withLock { $0.isStopping = true }
        // What was posted before the stop may still use the library and set timers: it must run while there is a context.
        drain()
        for connection in connections.values { connection.assumeIsolated { $0.end(.stopped) } }
        endTimers()
        // None begins any more, and each takes a microsecond.
        while queue.withLock({ $0.wakers > 0 }) { sched_yield() }
        unsafe lws_context_destroy(context)
        tlsContexts = [:]
        unsafe decrypted.deallocate()
        tables.deallocate()
        // Closing connections may have resumed tasks that live on this executor: they must still run.
        drain()
        queue.withLock { $0.context = 0 }
        drain()
    }

    /// Runs what is queued, and what that queues.
    ///
    /// - Parameter rounds: how often the queue is looked at again. Whoever queues without a pause must not keep the loop from
    ///   looking at its sockets; what is left then has the loop wake at once.
    private func drain(rounds: Int = .max) {
        let (serial, task) = unsafe (asUnownedSerialExecutor(), asUnownedTaskExecutor())
        drainsBeforeSleep = true
        defer { drainsBeforeSleep = false }
        for _ in 0..<rounds {
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
                case .job(let job): unsafe job.runSynchronously(isolatedTo: serial, taskExecutor: task)
                }
            }
            batch.removeAll(keepingCapacity: true)
            spare = batch
        }
        if queue.withLock({ !$0.work.isEmpty }) { unsafe lws_cancel_service(context) }
    }

    /// Runs `body` on the service thread; false when the loop has stopped.
    @discardableResult
    package func post(_ body: @escaping (EventLoop) -> Void) -> Bool {
        enqueue(.command(body))
    }

    @discardableResult
    func enqueue(_ work: Work) -> Bool {
        let drainsAnyway = isOnThread && drainsBeforeSleep
        let (accepted, wakes) = queue.withLock { state -> (Bool, Bool) in
            guard state.context != 0 else { return (false, false) }
            if case .command = work, state.isStopping { return (false, false) }
            let wakes = state.work.isEmpty && !drainsAnyway && !state.isStopping
            state.work.append(work)
            if wakes { state.wakers += 1 }
            return (true, wakes)
        }
        if wakes {
            // Not under the lock, which the thread that wakes wants first: both would go to sleep for it. The only call of the
            // library that other threads may make.
            unsafe lws_cancel_service(context)
            queue.withLock { $0.wakers -= 1 }
        }
        // A job may never be lost: after the loop's end it runs where it was enqueued, with nothing left to touch.
        if !accepted, case .job(let job) = work {
            unsafe job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
        return accepted
    }

    private func requestStop() {
        queue.withLock { state in
            guard !state.isStopping else { return }
            state.isStopping = true
            if let context = unsafe OpaquePointer(bitPattern: state.context) { unsafe lws_cancel_service(context) }
        }
    }

    /// Stops the thread, fails every connection, frees the library's context, and returns when that is done.
    public func stop() async {
        requestStop()
        await thread?.finished()
    }

    /// As ``stop()``, for code that is not asynchronous. Blocks; not to be called on the service thread.
    public func shutdown() {
        requestStop()
        thread?.join()
    }
}

/// The service thread as an executor: an actor that names it as its executor runs on the thread that owns the library,
/// so the compiler, not a convention, keeps the library's state off other threads.
///
/// As a task executor it lets a reader run where its messages arrive: `Task(executorPreference: loop)` saves one thread
/// wake-up per read. Such a task must not compute for long: every connection waits for it.
extension EventLoop: SerialExecutor, TaskExecutor {
    /// From any thread, by the Swift runtime. After the loop's end the job runs where it was enqueued: none may be
    /// lost.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(.job(UnownedJob(job)))
    }

    /// For an actor's `unownedExecutor`. The reference isn't counted, so the actor keeps the loop.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }

    /// Lets `assumeIsolated` succeed inside C callbacks, which run on the thread but outside any job.
    public func checkIsolated() {
        precondition(isOnThread, "not on the service thread of the sockets")
    }

    /// True on the service thread, false on any other; never `nil`.
    public func isIsolatingCurrentContext() -> Bool? { isOnThread }
}

/// What connections share. Service thread only.
extension EventLoop {
    /// What the library calls a virtual host: here only the name of what happens to bytes. It lives as long as the context.
    func vhost() throws(SocketError) -> OpaquePointer {
        if let plainVhost = unsafe plainVhost { return unsafe plainVhost }
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        unsafe info.protocols = unsafe tables.raw
        unsafe info.vhost_name = unsafe tables.vhostName
        guard let created = unsafe lws_create_vhost(context, &info) else {
            throw SocketError(.system, "the library gave no virtual host")
        }
        unsafe plainVhost = unsafe created
        return unsafe created
    }

    /// Read from disk once, and again when one of the files, or the system's store, has changed.
    func tlsContext(for settings: TLSClientSettings) throws(SocketError) -> TLSContext {
        let stamps = settings.places.map(Self.changeTime)
        if let known = tlsContexts[settings], known.stamps == stamps { return known.context }
        let context = try TLSContext(settings)
        tlsContexts[settings] = (stamps, context)
        return context
    }

    /// Not that of the last writing, which copies and packages set back. A folder's tells of names that come and go.
    private static func changeTime(of path: String) -> Int {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return 0 }
        return info.st_ctim.tv_sec &* 1_000_000_000 &+ info.st_ctim.tv_nsec
    }
}

/// How many descriptors sockets may take.
enum ConnectionLimit {
    /// What stays for files, pipes and libdispatch, whose monitor ends the process when it cannot open one.
    static let reserve = 64

    /// Connections a loop may have, from what it was asked to serve and what the process may open.
    static func connections(_ wanted: Int) -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted - 16 }
        return connections(wanted, processLimit: Int(clamping: limit.rlim_cur))
    }

    static func connections(_ wanted: Int, processLimit: Int) -> Int {
        // The library's own: event pipe and listeners.
        max(1, min(wanted - 16, processLimit - reserve))
    }
}
