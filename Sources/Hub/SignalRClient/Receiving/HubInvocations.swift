import SignalRProtocol

/// Invocations in the order of their arrival, across reconnects. For one consumer; ends only with its task.
///
/// Bytes cross to the consumer, who reads them where and when it wants. What waits for it is bounded; see
/// ``HubConnectionOptions/maximumBacklogBytes``.
public struct HubInvocations: AsyncSequence, Sendable {
    public typealias Element = HubInvocation
    public typealias Failure = Never

    let subscription: Subscription

    /// Waits once for all that arrived together.
    public struct Iterator: AsyncIteratorProtocol {
        let subscription: Subscription
        private var batch = InvocationBatch()
        private var index = 0

        init(subscription: Subscription) {
            self.subscription = subscription
        }

        /// The next invocation; `nil` when the task is cancelled.
        public mutating func next() async -> HubInvocation? { await next(isolation: #isolation) }

        /// The next invocation; `nil` when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> HubInvocation? {
            while index == batch.places.count {
                guard let next = try? await subscription.channel.next() else { return nil }
                batch = next
                index = 0
            }
            defer { index += 1 }
            return batch[index]
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Leaves the connection when nobody holds it any more.
    final class Subscription: Sendable {
        let channel: BoundedChannel<InvocationBatch>
        private let leave: @Sendable () -> Void

        init(channel: BoundedChannel<InvocationBatch>, leave: @escaping @Sendable () -> Void) {
            self.channel = channel
            self.leave = leave
        }

        deinit {
            channel.finish(droppingRest: true)
            leave()
        }
    }
}
