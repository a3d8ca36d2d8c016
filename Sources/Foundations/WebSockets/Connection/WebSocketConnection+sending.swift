import Sockets

extension WebSocketConnection {
    func queue(_ opcode: WebSocketFrame.Opcode, _ payload: [UInt8]) {
        if case .ended = outbox.append(opcode, payload) { return }
        flush()
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
        if outbox.written() {
            connection?.assumeIsolated { $0.requestWritable() }
        } else {
            finishIfClosed()
        }
    }

    /// Sends the close frame once; nothing is sent after it. On the service thread.
    package func beginClose(code: Int, reason: String) {
        guard closeSent == nil else { return }
        closeSent = .now
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
