import Control
import Observability
import Store
import Values

/// The figures that are no counts of what has happened but how things stand: looked up when somebody asks.
struct StateMetrics: Sendable {
    let health: HealthAnswer
    let startedAt: Timestamp
    /// Of each watched account; `nil` before its first.
    let lastScans: [Timestamp?]
    let counts: StoreCounts
    let accounting: DeliveryAccounting
    let now: Timestamp

    /// `nil` if the store cannot say.
    init?(_ facts: HealthFacts, at now: Timestamp) {
        guard let live = facts.live, let counts = facts.counts, let accounting = facts.accounting else { return nil }
        health = HealthAnswer(facts.problems(at: now))
        startedAt = live.startedAt
        lastScans = live.accounts.map(\.lastScan)
        self.counts = counts
        self.accounting = accounting
        self.now = now
    }

    private enum Build: String, MetricLabel {
        case version
        static let labelName = "version"
        // The one value there is.
        static var allCases: [Build] { [.version] }
        var rawValue: String { Version.text }
    }

    /// In Prometheus' text format.
    var text: String {
        let registry = MetricsRegistry()
        addProgram(to: registry)
        addStore(to: registry)
        return registry.exposition(.prometheus)
    }

    private func addProgram(to registry: MetricsRegistry) {
        registry.gauges("pocketbell_build_info", by: Build.self, help: "Always 1; the version that runs.")[.version]
            .add(1)
        registry.gauge("pocketbell_start_timestamp_seconds", help: "When this run began.").add(Int(startedAt.seconds))
        registry.gauge("pocketbell_ready", help: "1 while nothing needs a person, as /readyz says.")
            .add(health.isWell ? 1 : 0)
        let problems = registry.gauges(
            "pocketbell_problems", by: Problem.Kind.self,
            help: "What needs a person, by its kind; pocketbell status names it.")
        for (kind, count) in health.problems { problems[kind].add(count) }
        registry.gauge("pocketbell_accounts", help: "Watched accounts.").add(lastScans.count)
        registry.gauge(
            "pocketbell_sync_last_scan_timestamp_seconds",
            help: "When facts were last read, of the account for which that is longest ago; 0 if one never was."
        ).add(oldestScan)
    }

    /// 0 without accounts too: nothing is read.
    private var oldestScan: Int { lastScans.map { Int($0?.seconds ?? 0) }.min() ?? 0 }

    private func addStore(to registry: MetricsRegistry) {
        let deliveries = registry.gauges(
            "pocketbell_store_deliveries", by: DeliveryRow.State.self, help: "Deliveries that are kept, by their state."
        )
        for state in DeliveryRow.State.allCases { deliveries[state].add(accounting.count(state)) }
        registry.gauge(
            "pocketbell_store_oldest_open_delivery_seconds",
            help: "How long the oldest delivery that waits or is in doubt has been waiting; 0 if none does."
        ).add(accounting.oldestOpen.map { max(0, Int(now.seconds - $0.seconds)) } ?? 0)
        registry.gauge("pocketbell_store_children", help: "Children that are known.").add(counts.children)
        registry.gauge("pocketbell_store_transactions", help: "Transactions that are known.").add(counts.transactions)
        registry.gauge("pocketbell_store_hints_open", help: "Hints that no fact has answered yet.")
            .add(counts.openHints)
        registry.gauge("pocketbell_store_balanced", help: "1 while all counts of the store add up.")
            .add(accounting.isBalanced && counts.isBalanced ? 1 : 0)
    }
}

extension Problem.Kind: MetricLabel {
    /// The label's name in an exposition.
    package static var labelName: String { "kind" }
}

extension DeliveryRow.State: MetricLabel {
    /// The label's name in an exposition.
    package static var labelName: String { "state" }
}
