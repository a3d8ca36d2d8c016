import Configuration
import Relay
import Runtime
import Store

/// What runs for one configuration.
struct Parts: Sendable {
    let configuration: Configuration
    let targets: Relay.Targets
    let planner: AlertPlanner
    /// To whom problems of the program itself go.
    let rules: RuleSet
    let accounts: AccountWatchers
    /// `nil`: none is configured.
    let heartbeat: Heartbeat.Settings?
}

/// The parts of the configuration in force, for whoever asks about them.
final class CurrentParts: Sendable {
    private let current: Lock<Parts>

    init(_ parts: Parts) {
        current = Lock(parts)
    }

    var parts: Parts { current.withLock { $0 } }

    func set(_ parts: Parts) { current.withLock { $0 = parts } }
}
