/// The names of the tables that commits changed, for one consumer.
///
/// Commits that happen while the consumer is busy are told together, so a slow consumer costs one set, never a
/// queue. A set names what may have changed: subscribe first, read the tables once, then read again for each set.
/// It ends when the database is closed or the task is cancelled.
package struct ChangeFeed: AsyncSequence, Sendable {
    /// Names of tables, as the schema writes them; never empty.
    package typealias Element = Set<String>

    private let subscription: Subscription
    private let bells: AsyncStream<Void>

    init(_ subscription: Subscription, _ bells: AsyncStream<Void>) {
        self.subscription = subscription
        self.bells = bells
    }

    /// One for each feed: two would share its sets between them.
    package func makeAsyncIterator() -> Iterator {
        Iterator(subscription: subscription, bells: bells.makeAsyncIterator())
    }

    /// Takes all changes since its last set at once.
    package struct Iterator: AsyncIteratorProtocol {
        let subscription: Subscription
        var bells: AsyncStream<Void>.Iterator

        /// Waits for a commit that changed one of the tables; `nil` when the database is closed or the task cancelled.
        package mutating func next() async -> Set<String>? {
            while await bells.next(isolation: #isolation) != nil {
                let tables = subscription.take()
                // Empty if the bell was rung between the last take and now.
                if !tables.isEmpty { return tables }
            }
            return nil
        }
    }
}
