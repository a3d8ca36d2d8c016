/// The messages of one WebSocket, each a copy. For speed read `WSBatches` instead.
public struct WSMessages: AsyncSequence, Sendable {
    public typealias Element = WSMessage

    let batches: WSBatches

    public struct Iterator: AsyncIteratorProtocol {
        var batches: WSBatches.Iterator
        var batch = WSBatch()
        var index = 0

        public mutating func next() async throws -> WSMessage? {
            if index == batch.count {
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
