/// The invocations of one target as typed values, in the order of their arrival, also after the connection was lost and made again. It
/// is for one consumer, and ends only when the consumer's task is cancelled.
///
/// The bytes are read once, by the consumer. Arguments of another type are left out and counted
/// (``HubConnection/refusedInvocations``); arguments that are no JSON end the connection when the consumer meets them.
public struct HubReadInvocations<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = Never

    let subscription: HubSubscription
    let read: HubReader<Value>

    /// Gives one value after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let subscription: HubSubscription
        let read: HubReader<Value>
        var batch: InvocationBatch?
        var index = 0

        init(subscription: HubSubscription, read: @escaping HubReader<Value>) {
            self.subscription = subscription
            self.read = read
        }

        /// The next value; `nil` when the task is cancelled.
        public mutating func next() async -> Value? { await next(isolation: #isolation) }

        /// The next value; `nil` when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
            while true {
                if let value = waiting() { return value }
                index = 0
                batch = await subscription.next()
                if batch == nil { return nil }
            }
        }

        /// The next value of those that have arrived.
        mutating func waiting() -> Value? {
            guard let batch else { return nil }
            while index < batch.count {
                index += 1
                if let value = batch.value(at: index - 1, read) { return value }
            }
            return nil
        }
    }

    /// Two iterators would share what arrives between them.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription, read: read) }
}
