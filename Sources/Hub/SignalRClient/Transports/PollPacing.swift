/// Keeps polling from going round as fast as it can where something on the way answers every poll at once with nothing. A
/// value.
struct PollPacing: Equatable {
    /// So many are let pass in a row.
    private static let patience = 5
    private static let shortest = Duration.milliseconds(50)
    private static let longest = Duration.seconds(2)

    private var emptyInARow = 0

    /// How long to wait before the next poll.
    mutating func pause(afterBytes bytes: Int, took: Duration) -> Duration {
        guard bytes == 0, took < .seconds(1) else {
            emptyInARow = 0
            return .zero
        }
        emptyInARow += 1
        guard emptyInARow > Self.patience else { return .zero }
        return min(Self.longest, Self.shortest * (1 << min(emptyInARow - Self.patience - 1, 10)))
    }
}
