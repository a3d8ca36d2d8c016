import Store
import Values

/// An attempt under way, as far as it decides what becomes of its delivery.
struct LaneAttempt: Sendable, Equatable {
    let number: DeliveryRow.Number
    /// This one included.
    let attempts: Int
    /// How long it has been tried before this one.
    let triedFor: Duration
    /// Whose it is, with all its members; `nil` of a delivery that goes by itself.
    var digest: DigestRow.Number?
}

/// What a verdict leads to.
struct LaneSettlement: Sendable, Equatable {
    /// What the store is told.
    let end: AttemptEnd
    /// Whether the next marked delivery may be sent; else its mark is taken back.
    let goesOn: Bool
    /// The target works again: what failed before is due.
    let targetIsBack: Bool

    /// Whether the target has answered as one that works: whatever it said of this message.
    var answers: Bool { end.sign == .took || end.sign == .answered }

    init(_ end: AttemptEnd, goesOn: Bool, targetIsBack: Bool = false) {
        self.end = end
        self.goesOn = goesOn
        self.targetIsBack = targetIsBack
    }
}
