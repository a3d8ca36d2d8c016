import Observability
import Testing

@Suite("Metrics")
struct MetricsRegistryTests {
    private enum Outcome: String, MetricLabel {
        static let labelName = "outcome"
        case delivered, refused
    }

    @Test("the exposition has every series, also those that are still zero")
    func exposition() {
        let registry = MetricsRegistry()
        let outcomes = registry.counters("relay_deliveries_total", by: Outcome.self, help: "Deliveries by \"end\".")
        let open = registry.gauge("relay_open", help: "Deliveries not ended.")
        let times = registry.durations(
            "relay_attempt_seconds", bounds: [.milliseconds(100), .seconds(1)], help: "Attempts.")
        outcomes[.delivered].increment(by: 3)
        open.set(-2)
        for duration in [Duration.milliseconds(100), .milliseconds(101), .seconds(5), .seconds(-1)] {
            times.record(duration)
        }
        #expect(
            registry.exposition(.prometheus) == """
                # HELP relay_deliveries_total Deliveries by "end".
                # TYPE relay_deliveries_total counter
                relay_deliveries_total{outcome="delivered"} 3
                relay_deliveries_total{outcome="refused"} 0
                # HELP relay_open Deliveries not ended.
                # TYPE relay_open gauge
                relay_open -2
                # HELP relay_attempt_seconds Attempts.
                # TYPE relay_attempt_seconds histogram
                relay_attempt_seconds_bucket{le="0.1"} 2
                relay_attempt_seconds_bucket{le="1.0"} 3
                relay_attempt_seconds_bucket{le="+Inf"} 4
                relay_attempt_seconds_sum 5.201
                relay_attempt_seconds_count 4

                """)
    }

    @Test("nothing is lost when many tasks count")
    func concurrency() async {
        let counter = MetricsRegistry().counter("x_total", help: "X.")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<10_000 { counter.increment() } } }
        }
        #expect(counter.value == 80_000)
    }
}
