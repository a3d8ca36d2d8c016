package import Values

/// The books of the outbox: every delivery that was ever caused is in exactly one state.
package struct DeliveryAccounting: Sendable, Equatable {
    /// One target's deliveries.
    package struct Target: Sendable, Equatable {
        /// In the configuration, or once in it: deliveries stay when a target goes.
        package let name: String
        /// All deliveries, counted without a look at their states.
        package let alerts: Int
        /// Without the states that have none.
        package var counts: [DeliveryRow.State: Int]
        /// When the oldest that waits or is in doubt was caused.
        package var oldestOpen: Timestamp?
        /// When it took one for the last time; `nil` before that.
        package var lastDelivered: Timestamp?

        /// One without deliveries, if not said otherwise.
        package init(
            name: String, alerts: Int = 0, counts: [DeliveryRow.State: Int] = [:], oldestOpen: Timestamp? = nil,
            lastDelivered: Timestamp? = nil
        ) {
            self.name = name
            self.alerts = alerts
            self.counts = counts
            self.oldestOpen = oldestOpen
            self.lastDelivered = lastDelivered
        }

        /// 0 for a state without deliveries.
        package func count(_ state: DeliveryRow.State) -> Int { counts[state] ?? 0 }

        /// Its deliveries and what became of them.
        package var book: Book {
            Book(
                .deliveries, of: name, taken: alerts,
                parts: DeliveryRow.State.allCases.map { .init($0.rawValue, count($0)) })
        }
    }

    /// Sorted by name.
    package let targets: [Target]
    /// Alerts in all; one may go to several targets or, by the rules, to none.
    package let alerts: Int
    /// How many deliveries have ever been caused; the database counts them by itself, and never back.
    package let everCaused: Int
    /// Attempts without an outcome.
    package let openAttempts: Int

    /// Of all targets together.
    package func count(_ state: DeliveryRow.State) -> Int { targets.reduce(0) { $0 + $1.count(state) } }
    /// Of all targets and states; equal to ``everCaused`` unless rows were lost.
    package var deliveries: Int { targets.reduce(0) { $0 + $1.alerts } }
    /// The oldest of any target; `nil` when nothing waits.
    package var oldestOpen: Timestamp? { targets.compactMap(\.oldestOpen).min() }

    /// Of each target, then of all: no delivery has vanished, and the attempts under way are those of the deliveries that say so.
    package var books: [Book] {
        let all = DeliveryRow.State.allCases.map { Book.Part($0.rawValue, count($0)) }
        return targets.map(\.book) + [
            Book(.deliveries, taken: everCaused, parts: all),
            Book(
                .attempts, taken: openAttempts,
                parts: [.init(DeliveryRow.State.attempting.rawValue, count(.attempting))]),
        ]
    }

    /// Whether nothing was lost.
    package var isBalanced: Bool { books.allSatisfy(\.isBalanced) }
}
