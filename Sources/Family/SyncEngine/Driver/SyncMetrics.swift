package import Observability

/// What operators can see of all engines together; made once for the program.
package struct SyncMetrics: Sendable {
    enum Outcome: String, MetricLabel {
        case complete, failed
        static let labelName = "outcome"
    }

    enum Detection: String, MetricLabel {
        case baseline, hint, scan
        static let labelName = "source"
    }

    let scans: CounterFamily<Outcome>
    let facts: CounterFamily<Detection>
    let hints: Counter
    let droppedHints: Counter
    /// Read by tests and benchmarks: how many commits a burst needed.
    package let hintCommits: Counter
    let scanDurations: DurationHistogram

    /// Adds all figures of the engines; a second one for the same registry would name them twice.
    package init(_ registry: MetricsRegistry) {
        scans = registry.counters(
            "pocketbell_sync_scans_total", by: Outcome.self,
            help: "Scans, by how they ended; a check after hints counts as one.")
        facts = registry.counters(
            "pocketbell_sync_facts_total", by: Detection.self, help: "New transactions, by what made us find them.")
        hints = registry.counter("pocketbell_sync_hints_total", help: "Hub messages that may mean a change.")
        droppedHints = registry.counter(
            "pocketbell_sync_hints_dropped_total", help: "Hints that were too many and became one full scan.")
        hintCommits = registry.counter("pocketbell_sync_hint_commits_total", help: "Commits that took in hints.")
        scanDurations = registry.durations(
            "pocketbell_sync_scan_seconds",
            bounds: [
                .milliseconds(20), .milliseconds(100), .milliseconds(500), .seconds(2), .seconds(10), .seconds(60),
            ],
            help: "How long scans took.")
    }
}
