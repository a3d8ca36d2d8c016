import Synchronization

/// A number that goes up and down.
package final class Gauge: Sendable {
    private let number = Atomic<Int>(0)

    /// Adds to the number; a negative amount takes away.
    package func add(_ amount: Int) {
        number.wrappingAdd(amount, ordering: .relaxed)
    }

    /// The number now.
    package var value: Int { number.load(ordering: .relaxed) }
}

struct GaugeSource: MetricSource {
    let description: MetricDescription
    let gauge: Gauge
    var kind: MetricKind { .gauge }
    var samples: [MetricSample] { [MetricSample(value: "\(gauge.value)")] }
}

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
