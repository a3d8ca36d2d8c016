import Runtime

/// Tells every ``ChangeFeed`` which tables a commit changed.
final class ChangePublisher: Sendable {
    /// Nobody says when a feed is dropped: those that are gone leave with the next look.
    private struct Place {
        weak let subscription: Subscription?
    }

    private let places = Lock([Place]())

    func subscribe(to tables: Set<String>?) -> ChangeFeed {
        let subscription = Subscription(tables: tables)
        places.withLock { places in
            places.removeAll { $0.subscription == nil }
            places.append(Place(subscription: subscription))
        }
        return ChangeFeed(subscription)
    }

    func publish(_ tables: Set<String>) {
        guard !tables.isEmpty else { return }
        // Rung outside the lock: ringing may resume a task.
        for subscription in subscriptions { subscription.add(tables) }
    }

    func finish() {
        for subscription in subscriptions { subscription.finish() }
    }

    /// Of the feeds that somebody still has.
    var subscriptions: [Subscription] { places.withLock { $0.compactMap(\.subscription) } }
}
