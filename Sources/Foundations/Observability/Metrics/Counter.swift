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
