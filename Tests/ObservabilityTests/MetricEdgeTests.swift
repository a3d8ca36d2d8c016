import Observability
import Testing

@Suite("Edges of metrics")
struct MetricEdgeTests {
    private enum End: String, MetricLabel {
        static let labelName = "end"
        case quoted = "a\"b\\c\nd"
        case plain
    }

    @Test("a label's value is escaped in both formats")
    func labels() {
        let registry = MetricsRegistry()
        registry.counters("x_total", by: End.self, help: "X.")[.quoted].increment()
        for format in [MetricsRegistry.Format.prometheus, .openMetrics] {
            #expect(
                registry.exposition(format).contains("x_total{end=\"a\\\"b\\\\c\\nd\"} 1\nx_total{end=\"plain\"} 0\n"))
        }
    }

    @Test("only counters lose their suffix, and only OpenMetrics has an end")
    func suffixes() {
        let registry = MetricsRegistry()
        registry.gauge("x_total", help: "X.").add(2)
        #expect(registry.exposition(.openMetrics) == "# HELP x_total X.\n# TYPE x_total gauge\nx_total 2\n# EOF\n")
        #expect(!registry.exposition(.prometheus).contains("EOF") && MetricsRegistry().exposition(.prometheus).isEmpty)
    }

    @Test(
        "a prefix is made of what a name may hold",
        arguments: [
            ("app_", "app_x"), ("Hub.é-", "Hub____x"), ("7", "_7x"), ("", "x"), ("a7", "a7x"), ("@[`{", "____x"),
        ])
    func prefixes(prefix: String, name: String) {
        let (inner, outer) = (MetricsRegistry(), MetricsRegistry())
        inner.gauge("x", help: "X.").add(1)
        outer.include(inner, prefix: prefix)
        #expect(outer.readings.map(\.name) == [name])
        #expect(outer.exposition(.prometheus) == "# HELP \(name) X.\n# TYPE \(name) gauge\n\(name) 1\n")
    }

    @Test("readings carry the labels of their lines")
    func readings() {
        let registry = MetricsRegistry()
        registry.gauges("g", by: End.self, help: "G.")[.plain].add(-3)
        registry.durations("t_seconds", bounds: [.seconds(1)], help: "T.").record(.milliseconds(1_001))
        let found = registry.readings.map { "\($0.name) \($0.labels.values.sorted().joined()) \($0.value)" }
        #expect(
            found == [
                "g a\"b\\c\nd 0", "g plain -3", "t_seconds_bucket 1.0 0", "t_seconds_bucket +Inf 1",
                "t_seconds_sum  1.001",
                "t_seconds_count  1",
            ])
        #expect(registry.readings[2].labels == ["le": "1.0"])
    }

    @Test("a time on a bound is in its bucket, and each bucket holds what the smaller hold")
    func buckets() {
        let registry = MetricsRegistry()
        let times = registry.durations("t_seconds", bounds: [.nanoseconds(1), .seconds(1), .seconds(60)], help: "T.")
        for time in [Duration.zero, .nanoseconds(1), .nanoseconds(2), .seconds(1), .seconds(60), .seconds(61)] {
            times.record(time)
        }
        #expect(
            registry.readings.map { $0.labels["le"].map { "\($0) " } ?? "" }.prefix(4) == [
                "0.000000001 ", "1.0 ", "60.0 ", "+Inf ",
            ])
        #expect(registry.readings.map(\.value) == ["2", "4", "5", "6", "122.000000003", "6"])
    }

    @Test(
        "times that cannot be are none",
        arguments: [Duration.seconds(-1), .nanoseconds(-1), .seconds(Int64.max), .seconds(Int64.min)])
    func impossible(time: Duration) {
        let registry = MetricsRegistry()
        registry.durations("t_seconds", bounds: [.nanoseconds(1)], help: "T.").record(time)
        #expect(registry.readings.map(\.value) == ["1", "1", "0.0", "1"])
    }

    @Test("counts go up by what is said")
    func counts() {
        let counter = MetricsRegistry().counter("x_total", help: "X.")
        counter.increment(by: 5)
        counter.increment()
        #expect(counter.value == 6)
    }
}
