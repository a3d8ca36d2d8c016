import Synchronization

/// Numbers from 0.
final class Counter: Sendable {
    private let count = Atomic(0)
    /// How many have been given.
    var value: Int { count.load(ordering: .relaxed) }
    func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
