import Synchronization

/// All metrics of the program; components declare theirs when they are made.
package final class MetricsRegistry: Sendable {
    package enum Format: Sendable {
        /// `text/plain; version=0.0.4`.
        case prometheus
        /// `application/openmetrics-text; version=1.0.0`.
        case openMetrics
    }

    private let sources = Mutex<[any MetricSource]>([])

    package init() {}

    package func counter(_ name: StaticString, help: StaticString) -> Counter {
        let counter = Counter()
        add(CounterSource(description: MetricDescription(name, help: help), counter: counter))
        return counter
    }

    package func counters<Label: MetricLabel>(_ name: StaticString, by label: Label.Type, help: StaticString)
        -> CounterFamily<Label>
    {
        let family = CounterFamily<Label>(MetricDescription(name, help: help))
        add(family)
        return family
    }

    package func gauge(_ name: StaticString, help: StaticString) -> Gauge {
        let gauge = Gauge()
        add(GaugeSource(description: MetricDescription(name, help: help), gauge: gauge))
        return gauge
    }

    package func durations(_ name: StaticString, bounds: [Duration], help: StaticString) -> DurationHistogram {
        let histogram = DurationHistogram(bounds: bounds)
        add(HistogramSource(description: MetricDescription(name, help: help), histogram: histogram))
        return histogram
    }

    /// The text that a scrape gets.
    package func exposition(_ format: Format) -> String {
        let sources = sources.withLock { $0 }
        let text = sources.map { Self.lines($0, format) }.joined()
        return format == .openMetrics ? text + "# EOF\n" : text
    }

    private func add(_ source: any MetricSource) {
        sources.withLock { sources in
            precondition(
                !sources.contains { $0.description.name == source.description.name }, "a metric is declared twice")
            sources.append(source)
        }
    }

    private static func lines(_ source: any MetricSource, _ format: Format) -> String {
        let name = source.description.name
        // A counter's samples end in _total; OpenMetrics names the family without it, the older format with it.
        let base = source.kind == .counter && name.hasSuffix("_total") ? String(name.dropLast(6)) : name
        let family = format == .openMetrics ? base : name
        let head =
            "# HELP \(family) \(escaped(source.description.help, quotes: format == .openMetrics))\n# TYPE \(family) \(source.kind.rawValue)\n"
        return source.samples.reduce(into: head) { text, sample in
            let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(
                separator: ",")
            text += base + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " \(sample.value)\n"
        }
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.append(character)
            }
        }
    }
}
