import Synchronization

/// Numbers from 0.
final class Counter: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
}
