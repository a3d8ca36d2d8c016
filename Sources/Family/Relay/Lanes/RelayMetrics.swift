package import Observability
import Store

/// What the relay counts; made once for the program.
package struct RelayMetrics: Sendable {
    /// How attempts end.
    enum Outcome: String, Sendable, CaseIterable, MetricLabel {
        case delivered, retry, dead, skipped
        case inDoubt = "in-doubt"

        static let labelName = "outcome"
    }

    let attempts: CounterFamily<Outcome>
    let failures: CounterFamily<FailureReason>
    let durations: DurationHistogram

    /// Adds the relay's figures; a second one for the same registry would name them twice.
    package init(_ registry: MetricsRegistry) {
        attempts = registry.counters(
            "pocketbell_relay_attempts_total", by: Outcome.self, help: "Attempts to deliver, by how they ended.")
        failures = registry.counters(
            "pocketbell_relay_failures_total", by: FailureReason.self, help: "Attempts that failed, by reason.")
        durations = registry.durations(
            "pocketbell_relay_attempt_duration_seconds",
            bounds: [
                .milliseconds(5), .milliseconds(20), .milliseconds(100), .milliseconds(500), .seconds(2), .seconds(10),
            ],
            help: "From the first byte of an attempt to its verdict.")
    }

    func record(_ verdict: Verdict, _ settlement: LaneSettlement, took duration: Duration) {
        durations.record(duration)
        if let outcome = Outcome(settlement.end.outcome) { attempts[outcome].increment() }
        if let reason = verdict.reason { failures[reason].increment() }
    }
}

extension RelayMetrics.Outcome {
    /// `nil` for what was no attempt after all.
    init?(_ outcome: AttemptOutcome) {
        switch outcome {
        case .delivered: self = .delivered
        case .retry: self = .retry
        case .inDoubt: self = .inDoubt
        case .skipped: self = .skipped
        case .dead: self = .dead
        case .notSent: return nil
        }
    }
}

extension FailureReason: MetricLabel {
    /// The label's name in an exposition.
    package static var labelName: String { "reason" }
}
