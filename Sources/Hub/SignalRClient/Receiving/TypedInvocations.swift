/// The invocations of one target as typed values, in the order of their arrival, across reconnects. For one consumer; ends
/// only with its task.
///
/// The bytes are read once, by the consumer. Arguments of another type are left out and counted
/// (``HubConnection/refusedInvocations``); arguments that are no JSON end the connection when the consumer meets them.
package struct TypedInvocations<Value: Sendable>: AsyncSequence, Sendable {
    package typealias Element = Value
    package typealias Failure = Never

    let subscription: HubSubscription
    let decode: HubDecoder<Value>

    /// Waits once for all that arrived together.
    package struct Iterator: AsyncIteratorProtocol {
        let subscription: HubSubscription
        let decode: HubDecoder<Value>
        var batch: InvocationBatch?
        var index = 0

        init(subscription: HubSubscription, decode: @escaping HubDecoder<Value>) {
            self.subscription = subscription
            self.decode = decode
        }

        /// The next value; `nil` when the task is cancelled.
        package mutating func next() async -> Value? { await next(isolation: #isolation) }

        /// The next value; `nil` when the task is cancelled.
        package mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
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
                if let value = batch.value(at: index - 1, decode) { return value }
            }
            return nil
        }
    }

    /// Two iterators would share what arrives between them.
    package func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription, decode: decode) }
}
