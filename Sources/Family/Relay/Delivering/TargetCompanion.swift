import Observability
import Store

/// What a target does beside its alerts for as long as it is configured, such as keeping states elsewhere true. It reads rows, and
/// nothing waits for it.
protocol TargetCompanion: Sendable {
    /// Whether this one goes on where that one would begin: nothing that concerns it has changed.
    func isSame(as other: any TargetCompanion) -> Bool

    /// Works until ``end(_:)``; what fails outside is tried again.
    func run(beside store: Store, _ logger: Logger) async
    /// Has ``run(beside:_:)`` return soon.
    func end(_ ending: CompanionEnding)
}

/// Why a companion ends.
enum CompanionEnding: Sendable {
    /// The program does; the target stays configured.
    case programEnds
    /// The target is configured otherwise, or no longer: what nobody keeps true any more is taken back.
    case replaced(by: (any TargetCompanion)?)
}
