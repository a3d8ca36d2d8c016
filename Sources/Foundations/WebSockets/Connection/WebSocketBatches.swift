/// The messages of one WebSocket in the batches in which they arrived: one wake-up per service pass, not per message.
public struct WebSocketBatches: AsyncSequence, Sendable {
    public typealias Element = WebSocketBatch

    let inbox: Inbox
    /// Called when draining the inbox has made room again.
    let resumeReading: @Sendable () -> Void

    public struct Iterator: AsyncIteratorProtocol {
        let inbox: Inbox
        let resumeReading: @Sendable () -> Void
        var waiting: ArraySlice<WebSocketBatch> = []

        public mutating func next() async throws -> WebSocketBatch? {
            if waiting.isEmpty {
                guard let next = try await inbox.next(resume: resumeReading) else { return nil }
                waiting = next[...]
            }
            return waiting.removeFirst()
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(inbox: inbox, resumeReading: resumeReading) }
}
