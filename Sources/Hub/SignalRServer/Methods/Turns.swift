import Synchronization

/// Gives way now and then to the tasks that wait for a thread.
///
/// A stream whose client is as fast as itself never waits: it would keep a thread of the pool for itself, and as many
/// streams as there are threads would keep the hub from reading at all, even the word that one of them is cancelled.
final class Turns: Sendable {
    /// Items in one turn: a yield costs about as much as an item.
    private static let length = 16
    private let count = Atomic(0)

    func giveWay() async {
        guard count.wrappingAdd(1, ordering: .relaxed).newValue % Self.length == 0 else { return }
        await Task.yield()
    }
}
