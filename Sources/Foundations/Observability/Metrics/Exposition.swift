/// One family of samples as Prometheus and OpenMetrics write it.
enum Exposition {
    static func lines(_ source: any MetricSource, _ format: MetricsRegistry.Format) -> String {
        let name = source.description.name
        let base = base(of: source)
        let family = format == .openMetrics ? base : name
        let help = escaped(source.description.help, quotes: format == .openMetrics)
        let head = "# HELP \(family) \(help)\n# TYPE \(family) \(source.kind.rawValue)\n"
        return source.samples.reduce(into: head) { text, sample in
            let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
                .joined(separator: ",")
            text += base + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " \(sample.value)\n"
        }
    }

    /// What the names of a source's samples begin with. A counter's samples end in _total; OpenMetrics names the family without
    /// it, the older format with it.
    static func base(of source: any MetricSource) -> String {
        let name = source.description.name
        return source.kind == .counter && name.hasSuffix("_total") ? String(name.dropLast(6)) : name
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
