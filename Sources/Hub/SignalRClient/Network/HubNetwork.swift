package import HTTPClient
import Runtime
package import Sockets

/// What connections share: the thread that serves their sockets, and the client for HTTP. One per program is enough for
/// thousands of connections, and a connection that is given none uses the one of the process.
///
/// Make one for a ``HubNetworkConfiguration`` of your own. It ends when nobody has it any more, neither the program nor a connection;
/// ``close()`` ends it at once.
public final class HubNetwork: Sendable {
    private static let ofProcess = Lock<HubNetwork?>(nil)

    let loop: EventLoop
    let http: HTTPClient
    let configuration: HubNetworkConfiguration
    let sweep: LinkSweep
    private let ownsParts: Bool

    /// Starts two threads.
    ///
    /// - Throws: ``HubError`` when the system gives no thread. Files are read when a connection needs them.
    public init(_ configuration: HubNetworkConfiguration) throws(HubError) {
        self.configuration = configuration
        do {
            loop = try EventLoop()
            http = try HTTPClient(configuration.http)
        } catch {
            throw HubError(.unreachable, "the network could not be set up: \(error)")
        }
        sweep = LinkSweep(on: loop)
        ownsParts = true
    }

    /// As ``init(_:)``, with nothing but the trust.
    ///
    /// - Parameters:
    ///   - caFile: a PEM file with certificate authorities to trust.
    ///   - usesSystemStore: whether the system's authorities are trusted too.
    public convenience init(caFile: String? = nil, usesSystemStore: Bool = true) throws(HubError) {
        var configuration = HubNetworkConfiguration()
        configuration.caFile = caFile
        configuration.usesSystemStore = usesSystemStore
        try self.init(configuration)
    }

    /// Uses what the program has already; the trust must be that of `http`.
    package init(loop: EventLoop, http: HTTPClient, trust: TLSTrust = TLSTrust()) {
        self.loop = loop
        self.http = http
        var configuration = HubNetworkConfiguration()
        configuration.caFile = trust.caFile
        configuration.usesSystemStore = trust.usesSystemStore
        configuration.userAgent = http.userAgent
        self.configuration = configuration
        sweep = LinkSweep(on: loop)
        ownsParts = false
    }

    /// That of the process, made at the first call and kept: its two threads sleep while nobody is connected.
    static func shared() throws(HubError) -> HubNetwork {
        try ofProcess.withLock { network -> Result<HubNetwork, HubError> in
            if let network { return .success(network) }
            return Result { () throws(HubError) in
                let new = try HubNetwork(HubNetworkConfiguration())
                network = new
                return new
            }
        }.get()
    }

    deinit {
        guard ownsParts else { return }
        // Loose because this may run on one of the two threads, which end when their last work is done: nobody may wait here.
        Task.detached { [loop, http] in await Self.close(loop, http) }
    }

    /// The service thread, for tasks that call hubs one time after the other: a call and its answer then cost no change of threads,
    /// which is most of the time of a short one. Such a task must not compute for long, nor block: every connection of this
    /// network waits for it.
    ///
    /// ```swift
    /// let trips = Task(executorPreference: network.executor) {
    ///     for word in ["one", "two"] { print(try await connection.invoke("Echo", json: ["\"\(word)\""])) }
    /// }
    /// ```
    public var executor: any TaskExecutor { loop }

    /// Ends the threads, if they are its own, and returns when they have ended. Every connection must have been stopped. Without it
    /// they end by themselves when nobody has the network any more.
    public func close() async {
        if ownsParts { await Self.close(loop, http) }
    }

    private static func close(_ loop: EventLoop, _ http: HTTPClient) async {
        await http.close()
        // Waits for a thread that has nothing left to do.
        loop.shutdown()
    }
}

extension EventLoop {
    /// For a race against work that fails when it takes too long; a timer of the loop is in time also when Swift's pool is busy.
    ///
    /// - Returns: `error` when the time has passed, ``HubError/cancelled`` when the task is cancelled or the loop ends before.
    func failure(_ error: HubError, after limit: Duration) async -> HubError {
        do { try await sleep(for: limit) } catch { return .cancelled }
        return error
    }
}
