import Synchronization

/// How long things took, in buckets.
package final class DurationHistogram: Sendable {
    /// Upper bounds in nanoseconds, rising.
    private let bounds: [UInt64]
    /// One for each bound and one for what is longer. `Atomic` can't be an array's element, hence the box.
    private let buckets: [Counter]
    private let sum = Counter()

    init(bounds: [Duration]) {
        self.bounds = bounds.map(Self.nanoseconds)
        precondition(zip(self.bounds, self.bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds must rise")
        buckets = (0...bounds.count).map { _ in Counter() }
    }

    package func record(_ duration: Duration) {
        let nanoseconds = Self.nanoseconds(duration)
        let index = bounds.firstIndex { nanoseconds <= $0 } ?? bounds.count
        buckets[index].increment()
        sum.increment(by: nanoseconds)
    }

    /// The count is the buckets' sum, so that both agree even when a scrape meets a recording.
    fileprivate var samples: [MetricSample] {
        var total: UInt64 = 0
        var samples: [MetricSample] = []
        for (index, bucket) in buckets.enumerated() {
            total += bucket.value
            let bound = index < bounds.count ? Self.seconds(bounds[index]) : "+Inf"
            samples.append(MetricSample(suffix: "_bucket", labels: [("le", bound)], value: "\(total)"))
        }
        return samples + [
            MetricSample(suffix: "_sum", value: Self.seconds(sum.value)),
            MetricSample(suffix: "_count", value: "\(total)"),
        ]
    }

    private static func nanoseconds(_ duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        return UInt64(clamping: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    private static func seconds(_ nanoseconds: UInt64) -> String {
        "\(Double(nanoseconds) / 1e9)"
    }
}

struct HistogramSource: MetricSource {
    let description: MetricDescription
    let histogram: DurationHistogram
    var kind: MetricKind { .histogram }
    var samples: [MetricSample] { histogram.samples }
}
