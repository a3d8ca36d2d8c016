import SignalRProtocol

/// Invocations in the order of their arrival, also after the connection was lost and made again. It is for one consumer, and ends
/// only when the consumer's task is cancelled.
///
/// How much waits for the consumer is bounded by ``HubConnectionOptions/maximumBacklogBytes``.
public struct HubInvocations: AsyncSequence, Sendable {
    public typealias Element = HubInvocation
    public typealias Failure = Never

    let subscription: HubSubscription

    /// Gives one invocation after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let subscription: HubSubscription
        private var batch: InvocationBatch?
        private var index = 0

        init(subscription: HubSubscription) {
            self.subscription = subscription
        }

        /// The next invocation; `nil` when the task is cancelled.
        public mutating func next() async -> HubInvocation? { await next(isolation: #isolation) }

        /// The next invocation; `nil` when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> HubInvocation? {
            while true {
                if let batch, index < batch.count {
                    defer { index += 1 }
                    return HubInvocation(batch, index)
                }
                index = 0
                batch = await subscription.next()
                if batch == nil { return nil }
            }
        }
    }

    /// Two iterators would share what arrives between them.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }
}
