import Synchronization

/// A number that only grows. One atomic addition for each increment; hold on to it instead of looking it up.
package final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)

    /// Counts, from any thread.
    package func increment(by amount: UInt64 = 1) {
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    /// What was counted.
    package var value: UInt64 { count.load(ordering: .relaxed) }
}

struct CounterSource: MetricSource {
    let description: MetricDescription
    let counter: Counter
    var kind: MetricKind { .counter }
    var samples: [MetricSample] { [MetricSample(suffix: "_total", value: "\(counter.value)")] }
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

    /// The counter of one value of the label.
    package subscript(label: Label) -> Counter {
        guard let counter = counters[label] else { preconditionFailure("allCases has every case") }
        return counter
    }
}

extension CounterFamily: MetricSource {
    var kind: MetricKind { .counter }

    var samples: [MetricSample] {
        Label.allCases.map {
            MetricSample(suffix: "_total", labels: [(Label.labelName, $0.rawValue)], value: "\(self[$0].value)")
        }
    }
}
