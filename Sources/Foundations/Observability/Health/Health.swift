import Runtime

/// What is wrong with the program right now: for `status`, the page, the metrics and `doctor`.
///
/// The parts of the program put their conditions in and take them out; nobody has to ask them. A condition is known by its
/// code and subject.
package final class Health: Sendable {
    private struct Key: Hashable {
        let code: String
        let subject: String
    }

    private let open = Lock<[Key: HealthCondition]>([:])

    package init() {}

    /// Adds a condition, or renews its words. It keeps its beginning for as long as it lasts.
    package func report(_ condition: HealthCondition) {
        let key = Key(code: condition.code, subject: condition.subject)
        open.withLock { open in
            open[key] = open[key].map { condition.beginning(min($0.since, condition.since)) } ?? condition
        }
    }

    /// Removes a condition, if it is there.
    package func clear(_ code: StaticString, subject: String = "") {
        let key = Key(code: code.description, subject: subject)
        open.withLock { $0[key] = nil }
    }

    /// Removes all conditions about a subject, which is no more.
    package func clearAll(subject: String) {
        open.withLock { open in open = open.filter { $0.key.subject != subject } }
    }

    /// All that is wrong, the worst first, then the oldest.
    package var conditions: [HealthCondition] {
        open.withLock { Array($0.values) }.sorted {
            ($1.severity, $0.since, $0.code, $0.subject) < ($0.severity, $1.since, $1.code, $1.subject)
        }
    }

    /// The worst severity; `nil` when nothing is wrong.
    package var worst: HealthCondition.Severity? {
        open.withLock { $0.values.map(\.severity).max() }
    }
}
