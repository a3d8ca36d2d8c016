import Runtime
public import Sockets

/// One open WebSocket, whichever end opened it: messages, close handshake, pings, back-pressure. Its executor is the
/// service thread, so the byte stream below it enters it with `assumeIsolated`.
public actor WebSocketConnection {
    public nonisolated let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// The subprotocol the server chose, if any.
    public nonisolated let subprotocol: String?

    nonisolated let inbox: Inbox
    nonisolated let outbox: Outbox
    /// nil if compression was not agreed on.
    nonisolated let deflater: MessageDeflater?
    private nonisolated let finalError = Lock<WebSocketError?>(nil)
    let limits: WebSocketLimits
    /// nil once it is gone.
    var connection: Connection?
    var decoder: WebSocketFrameDecoder
    /// Called once, on the service thread, when readers have been told.
    private var whenClosed: (@Sendable () -> Void)?

    var lastReceived = ContinuousClock.now
    /// Of a message, whole or not yet.
    var lastDataReceived = ContinuousClock.now
    var lastPing = ContinuousClock.now
    var isReadingPaused = false
    /// What a reader is told once the connection is gone.
    var outcome: WebSocketError?
    var closeSent: ContinuousClock.Instant?
    var closeReceived = false
    var isWriting = false
    /// Made when somebody waits for the end, so that no other connection pays for it.
    private var end: Promise<Void, Never>?

    /// Takes over a connection on which the opening handshake is done; `start(early:)` follows.
    package init(
        on connection: Connection, role: WebSocketRole, limits: WebSocketLimits, subprotocol: String?,
        compression: DeflateAgreement? = nil, whenClosed: (@Sendable () -> Void)? = nil
    ) {
        loop = connection.loop
        self.limits = limits
        self.subprotocol = subprotocol
        self.connection = connection
        self.whenClosed = whenClosed
        let (own, peer) =
            role == .client
            ? (compression?.client, compression?.server) : (compression?.server, compression?.client)
        deflater = own.flatMap { MessageDeflater($0, minimumBytes: compression?.minimumBytes ?? 0) }
        decoder = WebSocketFrameDecoder(
            role: role, limit: limits.messageBytes, inflater: peer.map { MessageInflater($0) },
            batchBytes: limits.inboxBytes)
        inbox = Inbox(maxMessages: limits.inboxMessages, maxBytes: limits.inboxBytes)
        outbox = Outbox(role: role, highWater: limits.outboxBytes)
    }

    /// On the service thread.
    /// - Parameters:
    ///   - early: frames that came together with the end of the handshake.
    ///   - writeTimeout: how long the peer may take nothing while bytes wait for it.
    package func start(early: [UInt8], writeTimeout: Duration? = nil) {
        guard let connection else { return }
        connection.assumeIsolated {
            $0.use(self, tickPeriod: limits.tickPeriod, writeTimeout: writeTimeout)
            $0.setReading(true)
        }
        received(early.span)
    }

    // MARK: public

    /// How the connection ended; nil while it is open.
    public nonisolated var ending: WebSocketError? { finalError.withLock { $0 } }

    /// Messages in the batches in which they arrived, without a copy of each. One consumer; ends without an error after a
    /// normal close, else throws ``WebSocketError``. Use this or ``messages``.
    public nonisolated var batches: WebSocketBatches {
        WebSocketBatches(inbox: inbox) { [self] in loop.post { [self] _ in assumeIsolated { $0.resumeReading() } } }
    }

    /// What ``batches`` would give now, `nil` in it at the end; when there is nothing yet, `body` is called once when there
    /// may be something, on the service thread. For who reads where messages arrive and has no task to wait in: a task's stack
    /// is most of what an idle connection would cost.
    package nonisolated func poll(orCall body: @escaping @Sendable () -> Void) -> Result<[WebSocketBatch]?, any Error>?
    {
        inbox.poll(orCall: body) { [self] in loop.post { [self] _ in assumeIsolated { $0.resumeReading() } } }
    }

    /// As the iterator of ``batches``, but all that waits at once.
    package nonisolated func nextBatches() async throws -> [WebSocketBatch]? {
        try await inbox.next { [self] in loop.post { [self] _ in assumeIsolated { $0.resumeReading() } } }
    }

    /// Hands the reader an empty batch, so that it looks at what else there is to do.
    package nonisolated func wakeReader() { loop.post { [self] _ in _ = inbox.push(WebSocketBatch()) } }

    /// When something last came; on the service thread only.
    package nonisolated var lastArrival: ContinuousClock.Instant { assumeIsolated { $0.lastDataReceived } }

    /// The same messages one by one, each a copy.
    public nonisolated var messages: WebSocketMessages { WebSocketMessages(batches: batches) }

    /// Sends a close frame, waits for the peer's answer for a few seconds, and returns when the connection is gone.
    /// - Parameters:
    ///   - code: 1000...1003, 1007...1014 or 3000...4999.
    ///   - reason: cut at 123 bytes.
    public func close(code: Int = 1000, reason: String = "") async {
        guard connection != nil else { return }
        let end = end ?? Promise()
        self.end = end
        beginClose(code: code, reason: reason)
        await end.valueEvenIfCancelled()
    }

    /// Ends the connection at once, without a close frame.
    public nonisolated func abort() {
        loop.post { [self] _ in assumeIsolated { $0.connection?.abort() } }
    }

    // MARK: called by the connection

    func closed(_ reason: SocketError?) {
        guard connection != nil else { return }
        connection = nil
        let final =
            outcome ?? reason.map { WebSocketError($0) } ?? .lost("the connection ended without a close frame")
        finalError.withLock { $0 = final }
        outbox.end(final)
        switch final.kind {
        case .closed(_, _, byPeer: false), .closed(1000, _, _), .closed(1005, _, _): inbox.end(nil)
        default: inbox.end(final)
        }
        end?.keep()
        // After the inbox, so that a reader whose task is cancelled by it learns the close code, not CancellationError.
        whenClosed?()
        whenClosed = nil
    }

    func tick(_ now: ContinuousClock.Instant) {
        if let closeSent {
            if now - closeSent > .seconds(5) { connection?.abort() }
            return
        }
        // While the application holds reading back, silence is ours. Pings go on: they let the kernel find a dead peer.
        if isReadingPaused { lastReceived = now }
        let silence = now - lastReceived
        if let hangUpAfter = limits.hangUpAfter, silence > hangUpAfter {
            outcome = WebSocketError(.silent, "the peer was silent for \(hangUpAfter)")
            connection?.abort()
        } else if let pingAfter = limits.pingAfter, silence > pingAfter || isReadingPaused, now - lastPing > pingAfter {
            lastPing = now
            queue(.ping, [])
        }
    }
}

extension WebSocketConnection: ConnectionHandler {
    package nonisolated func connectionReceived(_ bytes: Span<UInt8>) { assumeIsolated { $0.received(bytes) } }
    package nonisolated func connectionDrained() { assumeIsolated { $0.drained() } }
    package nonisolated func connectionWritable() { assumeIsolated { $0.flush() } }
    package nonisolated func connectionTick(_ now: ContinuousClock.Instant) { assumeIsolated { $0.tick(now) } }
    package nonisolated func connectionClosed(_ error: SocketError?) { assumeIsolated { $0.closed(error) } }
}

extension WebSocketConnection {
    /// Opens a WebSocket as a client. Cancelling the task gives up.
    /// - Throws: ``WebSocketError``, or `CancellationError`.
    public static func connect(_ loop: EventLoop, _ options: WebSocketOptions) async throws -> WebSocketConnection {
        let deadline = ContinuousClock.now + options.connectTimeout
        let addresses: [SocketAddress]
        do throws(SocketError) {
            addresses = try await Self.addresses(loop, options, until: deadline)
        } catch {
            try Task.checkCancellation()
            throw WebSocketError(error)
        }
        return try await ClientOpening(on: loop, options).open(addresses, until: deadline)
    }

    private static func addresses(
        _ loop: EventLoop, _ options: WebSocketOptions, until deadline: ContinuousClock.Instant
    ) async throws(SocketError) -> [SocketAddress] {
        if let path = options.unixSocket { return [try SocketAddress(unixSocket: path)] }
        let port = options.proxyInUse?.port ?? options.port
        guard (1...65535).contains(port) else { throw SocketError(.invalidOption, "there is no port \(port)") }
        guard let numeric = options.addresses else {
            let host = options.proxyInUse?.host ?? options.bareHost
            let limit = min(deadline, .now + options.lookupTimeout)
            return try await Resolver.addresses(of: host, port: port, on: loop, until: limit)
        }
        var addresses: [SocketAddress] = []
        for text in numeric { addresses += try Resolver.numeric(text, port: port) }
        return addresses
    }
}
