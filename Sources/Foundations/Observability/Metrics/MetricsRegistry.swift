import Runtime

/// All metrics of the program. Each component declares its own in one struct, when it is made:
///
///     struct RelayMetrics {
///         let attempts: CounterFamily<Outcome>
///         init(_ registry: MetricsRegistry) {
///             attempts = registry.counters("pocketbell_relay_attempts_total", by: Outcome.self, help: "…")
///         }
///     }
package final class MetricsRegistry: Sendable {
    /// What a scrape may ask for.
    package enum Format: Sendable {
        /// `text/plain; version=0.0.4`.
        case prometheus
        /// `application/openmetrics-text; version=1.0.0`.
        case openMetrics
    }

    private let sources = Lock<[any MetricSource]>([])

    /// Without metrics: each part of the program adds its own.
    package init() {}

    /// A number that only grows; its name ends in `_total`.
    package func counter(_ name: StaticString, help: StaticString) -> Counter {
        let counter = Counter()
        add(CounterSource(description: MetricDescription(name, help: help), counter: counter))
        return counter
    }

    /// A counter for each value of a label.
    package func counters<Label: MetricLabel>(_ name: StaticString, by label: Label.Type, help: StaticString)
        -> CounterFamily<Label>
    {
        let family = CounterFamily<Label>(MetricDescription(name, help: help))
        add(family)
        return family
    }

    /// A number that goes up and down.
    package func gauge(_ name: StaticString, help: StaticString) -> Gauge {
        let gauge = Gauge()
        add(GaugeSource(description: MetricDescription(name, help: help), gauge: gauge))
        return gauge
    }

    /// A gauge for each value of a label.
    package func gauges<Label: MetricLabel>(_ name: StaticString, by label: Label.Type, help: StaticString)
        -> GaugeFamily<Label>
    {
        let family = GaugeFamily<Label>(MetricDescription(name, help: help))
        add(family)
        return family
    }

    /// How long things took; its name ends in `_seconds`.
    ///
    /// `bounds`: rising; what is longer than the last has a bucket of its own.
    package func durations(_ name: StaticString, bounds: [Duration], help: StaticString) -> DurationHistogram {
        let histogram = DurationHistogram(bounds: bounds)
        add(HistogramSource(description: MetricDescription(name, help: help), histogram: histogram))
        return histogram
    }

    /// Has the metrics that another registry has now read with those of this one, under names that begin with `prefix`.
    package func include(_ other: MetricsRegistry, prefix: String) {
        for source in other.sources.withLock({ $0 }) { add(PrefixedSource(source: source, prefix: prefix)) }
    }

    /// Every number now, as its line of the exposition has it.
    package var readings: [(name: String, labels: [String: String], value: String)] {
        sources.withLock { $0 }.flatMap { source in
            let base = Exposition.base(of: source)
            return source.samples.map { sample in
                (base + sample.suffix, Dictionary(sample.labels.map { ($0.name, $0.value) }) { $1 }, sample.value)
            }
        }
    }

    /// The text that a scrape gets.
    package func exposition(_ format: Format) -> String {
        let sources = sources.withLock { $0 }
        let text = sources.map { Exposition.lines($0, format) }.joined()
        return format == .openMetrics ? text + "# EOF\n" : text
    }

    private func add(_ source: any MetricSource) {
        sources.withLock { sources in
            precondition(
                !sources.contains { $0.description.name == source.description.name }, "a metric is declared twice")
            sources.append(source)
        }
    }
}
