import Sockets

/// For whoever bounds what it sends itself, and must decide about a message and queue it in one step.
extension WebSocketConnection {
    /// Queues a message whatever waits already; it calls nothing and waits for nothing, so a lock may be held. If it says so,
    /// ``flushSoon()`` must follow.
    ///
    /// - Parameter bytes: must be UTF-8 if `text` is true.
    /// - Returns: How many bytes wait now, those that are being written not counted; `nil` when the connection has ended.
    package nonisolated func append(_ bytes: [UInt8], text: Bool) -> (waiting: Int, mustFlush: Bool)? {
        try? outbox.add(text ? .text : .binary, bytes)
    }

    /// Sends what ``append(_:text:)`` has queued, in the next service pass.
    package nonisolated func flushSoon() { loop.post { [self] _ in assumeIsolated { $0.flush() } } }

    /// Changes how long the peer may take nothing while bytes wait for it; then the connection is lost.
    package nonisolated func limitWriting(to limit: Duration) {
        loop.post { [self] _ in assumeIsolated { $0.connection?.assumeIsolated { $0.writeTimeout = limit } } }
    }
}
