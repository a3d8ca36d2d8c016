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

    /// Counts one duration; a negative one counts as none.
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
        // A broken clock's difference may be anything.
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? 0 : UInt64(clamping: product &+ attoseconds / 1_000_000_000)
    }

    /// Exactly, with at least one digit behind the point, as OpenMetrics asks for in bounds.
    private static func seconds(_ nanoseconds: UInt64) -> String {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        var fraction = String(String(rest + 1_000_000_000).dropFirst())
        while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
        return "\(whole).\(fraction)"
    }
}

struct HistogramSource: MetricSource {
    let description: MetricDescription
    let histogram: DurationHistogram
    var kind: MetricKind { .histogram }
    var samples: [MetricSample] { histogram.samples }
}
