/// A gauge for each value of a label, such as deliveries by state.
package struct GaugeFamily<Label: MetricLabel>: Sendable {
    let description: MetricDescription
    private let gauges: [Label: Gauge]

    init(_ description: MetricDescription) {
        self.description = description
        gauges = Dictionary(uniqueKeysWithValues: Label.allCases.map { ($0, Gauge()) })
    }

    /// The gauge of one value of the label.
    package subscript(label: Label) -> Gauge {
        guard let gauge = gauges[label] else { preconditionFailure("allCases has every case") }
        return gauge
    }
}

extension GaugeFamily: MetricSource {
    var kind: MetricKind { .gauge }

    var samples: [MetricSample] {
        Label.allCases.map { MetricSample(labels: [(Label.labelName, $0.rawValue)], value: "\(self[$0].value)") }
    }
}
