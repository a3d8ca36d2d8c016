import Observability
import Store

/// What a target does beside its alerts for as long as it is configured, such as keeping states elsewhere true. It reads rows, and
/// nothing waits for it.
protocol TargetCompanion: Sendable {
    /// Whether this one goes on where that one would begin: nothing that concerns it has changed.
    func isSame(as other: any TargetCompanion) -> Bool

    /// What runs in its place where the target's readers may not have what it keeps; `nil`: nothing has to.
    var forbidden: (any TargetCompanion)? { get }
    /// Whether it takes away what that one keeps: then it does not run beside it.
    func undoes(_ other: any TargetCompanion) -> Bool

    /// Works until ``end(_:)``; what fails outside is tried again.
    func run(beside store: Store, _ logger: Logger) async
    /// Has ``run(beside:_:)`` return soon.
    func end(_ ending: CompanionEnding)
}

extension TargetCompanion {
    var forbidden: (any TargetCompanion)? { nil }
    func undoes(_ other: any TargetCompanion) -> Bool { false }
}

/// Why a companion ends.
enum CompanionEnding: Sendable {
    /// The program does; the target stays configured.
    case programEnds
    /// The target is configured otherwise, or no longer: what nobody keeps true any more is taken back.
    case replaced(by: (any TargetCompanion)?)
}
