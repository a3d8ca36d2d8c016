/// The names of the tables that commits changed, for one consumer.
///
/// Commits that happen while the consumer is busy are told together, so a slow consumer costs one set, never a
/// queue. A set names what may have changed: subscribe first, read the tables once, then read again for each set.
/// It ends when the database is closed or the task is cancelled.
package struct ChangeFeed: AsyncSequence, Sendable {
    /// Names of tables, as the schema writes them; never empty.
    package typealias Element = Set<String>

    private let subscription: Subscription

    init(_ subscription: Subscription) { self.subscription = subscription }

    /// One for each feed: two would share its sets between them.
    package func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Takes all changes since its last set at once.
    package struct Iterator: AsyncIteratorProtocol {
        let subscription: Subscription

        /// Waits for a commit that changed one of the tables; `nil` when the database is closed or the task cancelled.
        package mutating func next() async -> Set<String>? { await subscription.next() }
    }
}
