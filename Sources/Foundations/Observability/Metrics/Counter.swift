import Synchronization

/// A number that only grows. One atomic addition for each increment; hold on to it instead of looking it up.
package final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)

    package func increment(by amount: UInt64 = 1) {
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    package var value: UInt64 { count.load(ordering: .relaxed) }
}

/// A number that goes up and down.
package final class Gauge: Sendable {
    private let number = Atomic<Int>(0)

    package func set(_ value: Int) {
        number.store(value, ordering: .relaxed)
    }

    package func add(_ amount: Int) {
        number.wrappingAdd(amount, ordering: .relaxed)
    }

    package var value: Int { number.load(ordering: .relaxed) }
}

/// A counter for each value of a label.
package struct CounterFamily<Label: MetricLabel>: Sendable {
    let description: MetricDescription
    private let counters: [Label: Counter]

    init(_ description: MetricDescription) {
        precondition(description.name.hasSuffix("_total"), "counters end in _total")
        self.description = description
        counters = Dictionary(uniqueKeysWithValues: Label.allCases.map { ($0, Counter()) })
    }

    package subscript(label: Label) -> Counter { counters[label]! }
}

extension CounterFamily: MetricSource {
    var kind: MetricKind { .counter }

    var samples: [MetricSample] {
        Label.allCases.map {
            MetricSample(suffix: "_total", labels: [(Label.labelName, $0.rawValue)], value: "\(self[$0].value)")
        }
    }
}

struct GaugeSource: MetricSource {
    let description: MetricDescription
    let gauge: Gauge
    var kind: MetricKind { .gauge }
    var samples: [MetricSample] { [MetricSample(value: "\(gauge.value)")] }
}

struct CounterSource: MetricSource {
    let description: MetricDescription
    let counter: Counter
    var kind: MetricKind { .counter }
    var samples: [MetricSample] { [MetricSample(suffix: "_total", value: "\(counter.value)")] }
}
