import Store

/// What attempts have come to that the store does not know yet.
struct LaneOutcomes {
    private(set) var ends: [AttemptEnd] = []
    private var since = ContinuousClock.now

    /// Those of a target that can tell repeats are recorded at least this often.
    private static let recordEvery: Duration = .milliseconds(100)

    mutating func append(_ end: AttemptEnd) {
        if ends.isEmpty { since = .now }
        ends.append(end)
    }

    /// One of them made a message, or changed it: what ends its matter changes it again.
    var changeMessages: Bool { ends.contains { $0.message != nil } }

    /// How long they may wait for others to be recorded with; negative when that is over. Meaningless while there are none.
    var patience: Duration { Self.recordEvery - since.duration(to: .now) }
}
