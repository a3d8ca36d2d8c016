import Synchronization

/// A count that another thread raises.
final class Progress: Sendable {
    private let count = Atomic(0)

    func add() { count.add(1, ordering: .relaxed) }

    /// The count once it has not moved for a while.
    func settled() async -> Int {
        var last = -1
        while true {
            let now = count.load(ordering: .relaxed)
            if now == last, now > 0 { return now }
            last = now
            // That nothing moves has no sign of its own.
            try? await Task.sleep(for: .milliseconds(150))
        }
    }
}
