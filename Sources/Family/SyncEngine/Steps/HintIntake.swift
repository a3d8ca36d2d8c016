/// Hints on their way into the journal: a burst shares a commit, and what is too much becomes a full scan.
struct HintIntake: Sendable {
    private let spacing: Duration
    private var waiting: [Hint] = []
    /// When the next batch may be journalled.
    private var batchAt: Duration = .zero
    /// Hints are dropped until fewer are open; that was said.
    private var isDropping = false

    init(spacing: Duration) { self.spacing = spacing }

    /// When ``batch(at:)`` has something; `nil` if nothing waits.
    var due: Duration? { waiting.isEmpty ? nil : batchAt }

    /// Lets them wait, as far as there is room. Returns how many were too many, if any: a full scan finds what they announced.
    ///
    /// - Parameters:
    ///   - dropped: how many others were too many before.
    ///   - open: how many have been journalled and are not answered.
    mutating func add(_ hints: [Hint], dropped: Int, open: Int) -> (dropped: Int, isFirst: Bool)? {
        let room = max(HintBook.openLimit - open - waiting.count, 0)
        waiting += hints.prefix(room)
        let excess = dropped + max(hints.count - room, 0)
        guard excess > 0 else {
            if open < HintBook.openLimit / 2 { isDropping = false }
            return nil
        }
        defer { isDropping = true }
        return (excess, isFirst: !isDropping)
    }

    /// What is to be journalled now, in one commit; `nil` for nothing.
    mutating func batch(at now: Duration) -> [Hint]? {
        guard let due, now >= due else { return nil }
        batchAt = now + spacing
        defer { waiting = [] }
        return waiting
    }

    /// No further burst is waited for.
    mutating func hurry() { batchAt = .zero }
}
