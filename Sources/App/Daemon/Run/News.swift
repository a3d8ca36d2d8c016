import Runtime

/// Rung whenever something of the running program may be another than before; any number of tasks may wait for it.
///
/// What has changed nobody says: whoever is woken looks at everything that it shows.
final class News: Sendable {
    private let count = Watched<UInt64>(0)

    /// How often it was rung. Whoever looks takes it first, and misses nothing that changes meanwhile.
    var number: UInt64 { count.withLock { $0 } }

    /// Something may have changed. Returns at once.
    func ring() { count.withLock { $0 += 1 } }

    /// Returns when it was rung after the number was taken, when the limit has passed, or when the task is cancelled.
    func wait(after number: UInt64, atMost limit: Duration) async {
        _ = await race(limit: limit) { [count] in
            await count.wait { $0 > number ? true : nil }
        }
    }
}
