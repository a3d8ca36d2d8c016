import SignalRProtocol

/// Invocations in the order of their arrival, across reconnects. For one consumer; ends only with its task.
///
/// Bytes cross to the consumer, who reads them where and when it wants. What waits for it is bounded; see
/// ``HubConnectionOptions/maximumBacklogBytes``.
public struct HubInvocations: AsyncSequence, Sendable {
    public typealias Element = HubInvocation
    public typealias Failure = Never

    let subscription: HubSubscription

    /// Waits once for all that arrived together.
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
