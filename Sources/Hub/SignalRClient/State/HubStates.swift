/// The states of a connection: the one now, and then each change. It is for one consumer, and does not end with the connection, which
/// may be started again.
///
/// For a consumer that is far behind, the newest 64 changes are kept.
public struct HubStates: AsyncSequence, Sendable {
    public typealias Element = HubState
    public typealias Failure = Never

    let stream: AsyncStream<HubState>

    /// One change after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var iterator: AsyncStream<HubState>.Iterator

        /// The next state; `nil` when the task is cancelled.
        public mutating func next() async -> HubState? { await next(isolation: #isolation) }

        /// The next state; `nil` when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> HubState? {
            await iterator.next(isolation: actor)
        }
    }

    /// Two iterators would share the changes between them.
    public func makeAsyncIterator() -> Iterator { Iterator(iterator: stream.makeAsyncIterator()) }
}
