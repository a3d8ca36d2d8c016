import Values

/// Wall time as it would be had nobody set the clock: it is read from the wall once and advances by running time.
///
/// What a lane waits for is kept in it. When the wall has been set, ``step(wall:running:)`` says by how much; the lane moves
/// what it has stored, and only then takes the step, so that stored times mean the same before and after.
struct SteadyTime: Sendable, Equatable {
    /// What the wall may wander by itself: it is slewed by fractions of a thousandth.
    private static let tolerance: Duration = .seconds(1)

    private var wall: Timestamp
    private let running: Duration

    init(wall: Timestamp, running: Duration) {
        self.wall = wall
        self.running = running
    }

    func now(running: Duration) -> Timestamp { wall.advanced(by: running - self.running) }

    /// How far the wall was set since the last step that was taken; `nil` if it wasn't.
    func step(wall: Timestamp, running: Duration) -> Duration? {
        let step = wall.duration(since: now(running: running))
        return step.magnitude > Self.tolerance ? step : nil
    }

    mutating func take(step: Duration) { wall = wall.advanced(by: step) }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
