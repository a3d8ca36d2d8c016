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
        open.add(-2)
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

    @Test("OpenMetrics names a counter's family without its suffix, and ends")
    func openMetrics() {
        let registry = MetricsRegistry()
        registry.counter("x_total", help: "A \\ and\n\"b\".").increment()
        registry.gauges("y", by: Outcome.self, help: "Y.")[.refused].add(4)
        #expect(
            registry.exposition(.openMetrics) == """
                # HELP x A \\\\ and\\n\\"b\\".
                # TYPE x counter
                x_total 1
                # HELP y Y.
                # TYPE y gauge
                y{outcome="delivered"} 0
                y{outcome="refused"} 4
                # EOF

                """)
    }

    @Test("reads another registry's metrics under longer names, and as numbers under their own")
    func included() {
        let (inner, outer) = (MetricsRegistry(), MetricsRegistry())
        let counter = inner.counter("hub_calls_total", help: "Calls.")
        outer.include(inner, prefix: "app_")
        // What comes later is not known to it.
        _ = inner.gauge("hub_late", help: "Late.")
        counter.increment(by: 3)
        #expect(
            outer.exposition(.prometheus)
                == "# HELP app_hub_calls_total Calls.\n# TYPE app_hub_calls_total counter\napp_hub_calls_total 3\n")
        #expect(outer.exposition(.openMetrics).hasPrefix("# HELP app_hub_calls Calls.\n# TYPE app_hub_calls counter\n"))
        #expect(inner.readings.map(\.name) == ["hub_calls_total", "hub_late"])
        #expect(inner.readings.map(\.value) == ["3", "0"])
        #expect(outer.readings.map(\.name) == ["app_hub_calls_total"])
    }

    @Test("durations are exact however many there are")
    func exact() {
        let registry = MetricsRegistry()
        let times = registry.durations("t_seconds", bounds: [.microseconds(10)], help: "T.")
        times.record(.seconds(9_007_199_254))
        times.record(.nanoseconds(1))
        #expect(registry.exposition(.prometheus).contains("t_seconds_sum 9007199254.000000001\n"))
        #expect(registry.exposition(.prometheus).contains("t_seconds_bucket{le=\"0.00001\"} 1\n"))
        times.record(.seconds(Int64.max))
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
