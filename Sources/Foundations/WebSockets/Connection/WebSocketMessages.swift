/// The messages of one WebSocket, each a copy. For speed read `WebSocketBatches` instead.
public struct WebSocketMessages: AsyncSequence, Sendable {
    public typealias Element = WebSocketMessage

    let batches: WebSocketBatches

    public struct Iterator: AsyncIteratorProtocol {
        var batches: WebSocketBatches.Iterator
        var batch = WebSocketBatch()
        var index = 0

        public mutating func next() async throws -> WebSocketMessage? {
            while index == batch.count {
                guard let next = try await batches.next() else { return nil }
                batch = next
                index = 0
            }
            defer { index += 1 }
            return batch[index]
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(batches: batches.makeAsyncIterator()) }
}
