public import Synchronization

/// One open WebSocket, whichever end opened it: messages, close handshake, pings, back-pressure. The bytes come from
/// and go to a `WebSocketTransport`. Its executor is the service thread, so transports enter it with `assumeIsolated`.
public actor WebSocketConnection: WebSocket {
    nonisolated let loop: LwsLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// The subprotocol the server chose, if any.
    public nonisolated let subprotocol: String?
    /// How the connection ended; nil while it is open.
    public nonisolated let ending = Mutex<WSError?>(nil)

    nonisolated let inbox: Inbox
    nonisolated let outbox: Outbox
    let limits: WebSocketLimits
    /// nil once it is gone.
    var transport: (any WebSocketTransport)?
    var decoder: WebSocketFrameDecoder

    var lastReceived = ContinuousClock.now
    var lastPing = ContinuousClock.now
    var isReadingPaused = false
    /// What a reader is told once the transport is gone.
    var outcome: WSError?
    var closeSent: ContinuousClock.Instant?
    var closeReceived = false
    var isWriting = false
    var closeWaiters: [CheckedContinuation<Void, Never>] = []

    init(
        on loop: LwsLoop, role: WebSocketRole, limits: WebSocketLimits, subprotocol: String?,
        transport: any WebSocketTransport
    ) {
        self.loop = loop
        self.limits = limits
        self.subprotocol = subprotocol
        self.transport = transport
        decoder = WebSocketFrameDecoder(role: role, limit: limits.message)
        inbox = Inbox(maxMessages: limits.inboxMessages, maxBytes: limits.inboxBytes)
        outbox = Outbox(role: role, highWater: limits.outboxBytes)
    }

    // MARK: public

    public nonisolated var batches: WSBatches {
        WSBatches(inbox: inbox) { [self] in loop.post { [self] _ in assumeIsolated { $0.resumeReading() } } }
    }

    public nonisolated var messages: WSMessages { WSMessages(batches: batches) }

    public nonisolated func send(_ text: String) async throws { try await send(text.utf8, .text) }

    public nonisolated func send(_ bytes: [UInt8], text: Bool) async throws {
        try await send(bytes, text ? .text : .binary)
    }

    private nonisolated func send(_ payload: some Collection<UInt8>, _ opcode: WebSocketFrame.Opcode) async throws {
        switch outbox.append(opcode, payload) {
        case .queued(let schedule): if schedule { postFlush() }
        case .full(let schedule):
            if schedule { postFlush() }
            try await outbox.waitForRoom()
        case .ended(let error): throw error
        }
    }

    private nonisolated func postFlush() {
        loop.post { [self] _ in assumeIsolated { $0.flush() } }
    }

    public func close(code: Int, reason: String) async {
        guard transport != nil else { return }
        beginClose(code: code, reason: reason)
        // Ending the transport may have happened within.
        if transport != nil { await withCheckedContinuation { closeWaiters.append($0) } }
    }

    /// Ends the connection at once, without a close frame.
    public nonisolated func abort() {
        loop.post { [self] _ in assumeIsolated { $0.transport?.abort() } }
    }

    // MARK: called by the transport

    func transportClosed(_ reason: WSError?) {
        guard transport != nil else { return }
        transport = nil
        let final = outcome ?? reason ?? .lost("transport closed without a close frame")
        ending.withLock { $0 = final }
        outbox.end(final)
        switch final {
        case .closed(_, _, byPeer: false), .closed(1000, _, _), .closed(1005, _, _): inbox.end(nil)
        default: inbox.end(final)
        }
        for waiter in closeWaiters { waiter.resume() }
        closeWaiters = []
    }

    func tick(_ now: ContinuousClock.Instant) {
        if let closeSent {
            if now - closeSent > .seconds(5) { transport?.abort() }
            return
        }
        // While the application holds reading back, silence is ours. Pings go on: they let the kernel find a dead peer.
        if isReadingPaused { lastReceived = now }
        let silence = now - lastReceived
        if let hangUpAfter = limits.hangUpAfter, silence > hangUpAfter {
            outcome = .lost("peer was silent for \(hangUpAfter)")
            transport?.abort()
        } else if let pingAfter = limits.pingAfter, silence > pingAfter || isReadingPaused, now - lastPing > pingAfter {
            lastPing = now
            queue(.ping, [])
        }
    }
}
