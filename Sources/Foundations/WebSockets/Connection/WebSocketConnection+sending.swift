import Sockets

extension WebSocketConnection {
    /// Returns when the message is queued, or, if much is queued already, when the kernel has taken it: awaiting it is
    /// the back-pressure.
    /// - Throws: ``WebSocketError`` when the connection has ended; `CancellationError` when the task is cancelled while it waits: the
    ///   message goes all the same.
    public nonisolated func send(_ text: String) async throws { try await send(text.utf8, .text) }

    /// As ``send(_:)``, with bytes that must be UTF-8 if `text` is true.
    public nonisolated func send(_ bytes: [UInt8], text: Bool) async throws {
        try await send(bytes, text ? .text : .binary)
    }

    private nonisolated func send(_ payload: some Collection<UInt8>, _ opcode: WebSocketFrame.Opcode) async throws {
        if try !push(payload, opcode) { try await outbox.waitForRoom() }
    }

    /// Queues a message without waiting, from any thread, also when there is no room: whoever then goes on without
    /// ``waitForRoom()`` bounds what it queues itself.
    /// - Parameter bytes: must be UTF-8 if `text` is true.
    /// - Returns: Whether there is room for more.
    package nonisolated func push(_ bytes: [UInt8], text: Bool) throws(WebSocketError) -> Bool {
        try push(bytes, text ? .text : .binary)
    }

    private nonisolated func push(
        _ payload: some Collection<UInt8>, _ opcode: WebSocketFrame.Opcode
    ) throws(WebSocketError) -> Bool {
        let (waiting, mustFlush) = try add(payload, opcode)
        if mustFlush { flushSoon() }
        return !outbox.isFull(waiting)
    }

    private nonisolated func add(
        _ payload: some Collection<UInt8>, _ opcode: WebSocketFrame.Opcode
    ) throws(WebSocketError) -> (waiting: Int, mustFlush: Bool) {
        guard let deflater, payload.count >= deflater.minimumBytes else { return try outbox.add(opcode, payload) }
        let message = Array(payload)
        return try deflater.withCompressed(message) { compressed throws(WebSocketError) in
            try outbox.add(opcode, compressed ?? message, isCompressed: compressed != nil)
        }
    }

    /// Returns when the kernel has taken what was queued: then there is room.
    /// - Throws: ``WebSocketError`` when the connection has ended; `CancellationError` when the task is cancelled before there is
    ///   room.
    package nonisolated func waitForRoom() async throws { try await outbox.waitForRoom() }

    func queue(_ opcode: WebSocketFrame.Opcode, _ payload: [UInt8]) {
        if (try? outbox.add(opcode, payload)) != nil { flush() }
    }

    /// Moves queued frames to the connection, unless a write is under way; then its end does.
    func flush() {
        guard !isWriting, let connection, let bytes = outbox.take() else { return }
        isWriting = true
        connection.assumeIsolated { $0.write(bytes) }
    }

    /// The kernel has what `flush` gave away. What was queued meanwhile goes with the next service pass: going on here
    /// would let one busy sender keep the thread (and, written as a call, exhaust the stack).
    func drained() {
        guard isWriting else { return }
        isWriting = false
        if outbox.written(direct: connection?.assumeIsolated { $0.directSocket }) {
            connection?.assumeIsolated { $0.requestWritable() }
        } else {
            finishIfClosed()
        }
    }

    /// Sends the close frame once; nothing is sent after it. On the service thread.
    package func beginClose(code: Int, reason: String) {
        guard closeSent == nil else { return }
        closeSent = .now
        // Its answer has a limit.
        connection?.assumeIsolated { $0.tick(every: .seconds(1)) }
        outcome = outcome ?? .closed(code: code, reason: reason, byPeer: false)
        queue(.close, WebSocketFrame.close(code: code, reason: reason))
        outbox.end(outcome ?? .lost("closing"), keepingBytes: true)
        // The peer's answer must be readable even if the application stopped reading.
        resumeReading()
    }

    /// Both close frames have passed.
    func finishIfClosed() {
        guard closeReceived, closeSent != nil, !isWriting else { return }
        connection?.assumeIsolated { $0.finish() }
    }
}

/// For whoever bounds what it sends itself, and must decide about a message and queue it in one step.
extension WebSocketConnection {
    /// Queues a message whatever waits already; it calls nobody and waits for nobody, so a lock may be held. If it says so,
    /// ``flushSoon()`` must follow.
    ///
    /// - Parameter bytes: must be UTF-8 if `text` is true.
    /// - Returns: How many bytes wait now, those that are being written not counted; `nil` when the connection has ended.
    package nonisolated func append(_ bytes: [UInt8], text: Bool) -> (waiting: Int, mustFlush: Bool)? {
        try? add(bytes, text ? .text : .binary)
    }

    /// Sends what ``append(_:text:)`` has queued, in the next service pass.
    package nonisolated func flushSoon() { loop.post { [self] _ in assumeIsolated { $0.flush() } } }

    /// Changes how long the peer may take nothing while bytes wait for it; then the connection is lost.
    package nonisolated func limitWriting(to limit: Duration) {
        loop.post { [self] _ in assumeIsolated { $0.connection?.assumeIsolated { $0.writeTimeout = limit } } }
    }
}
