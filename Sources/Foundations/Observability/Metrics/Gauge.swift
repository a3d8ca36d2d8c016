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
