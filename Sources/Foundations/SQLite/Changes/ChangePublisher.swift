import Runtime
import Synchronization

/// Tells every ``ChangeFeed`` which tables a commit changed.
final class ChangePublisher: Sendable {
    private let feeds = Lock<[Int: Subscription]>([:])
    private let nextID = Atomic(0)

    func subscribe(to tables: Set<String>?) -> ChangeFeed {
        let id = nextID.add(1, ordering: .relaxed).newValue
        let (bells, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = Subscription(tables: tables, bell: bell)
        bell.onTermination = { [weak self] _ in _ = self?.feeds.withLock { $0.removeValue(forKey: id) } }
        feeds.withLock { $0[id] = subscription }
        return ChangeFeed(subscription, bells)
    }

    func publish(_ tables: Set<String>) {
        guard !tables.isEmpty else { return }
        // Rung outside the lock: ringing may resume a task.
        for feed in feeds.withLock({ Array($0.values) }) { feed.add(tables) }
    }

    func finish() {
        for feed in feeds.withLock({ Array($0.values) }) { feed.finish() }
    }
}
