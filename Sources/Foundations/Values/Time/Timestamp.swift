/// A moment in wall time, to the nanosecond.
package struct Timestamp: Hashable, Sendable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z.
    package let seconds: Int64
    /// 0 to 999,999,999.
    package let nanoseconds: Int32

    /// A moment, counted from 1970-01-01T00:00:00Z.
    package init(seconds: Int64, nanoseconds: Int32 = 0) {
        precondition(0..<1_000_000_000 ~= nanoseconds, "nanoseconds are 0 to 999,999,999")
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Whole microseconds since 1970, as the store keeps a moment; the last three digits are cut.
    ///
    /// A moment more than 292,000 years away gives the nearest that can be told: it came from outside, in a token for
    /// instance, and must not end the program.
    package var microseconds: Int64 {
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, sumOverflows) = product.addingReportingOverflow(Int64(nanoseconds) / 1_000)
        return overflows || sumOverflows ? (seconds < 0 ? .min : .max) : sum
    }

    /// A moment as the store keeps it.
    package init(microseconds: Int64) {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let borrow: Int64 = remainder < 0 ? 1 : 0
        self.init(
            seconds: quotient - borrow, nanoseconds: Int32(remainder + borrow * 1_000_000) * 1_000)
    }

    /// The moment a duration later, or earlier for a negative one; at most the farthest that can be told.
    package func advanced(by duration: Duration) -> Timestamp {
        let (whole, attoseconds) = duration.components
        var nanoseconds = Int64(nanoseconds) + attoseconds / 1_000_000_000
        var carry: Int64 = 0
        if nanoseconds < 0 { (carry, nanoseconds) = (-1, nanoseconds + 1_000_000_000) }
        if nanoseconds >= 1_000_000_000 { (carry, nanoseconds) = (1, nanoseconds - 1_000_000_000) }
        let (sum, overflows) = seconds.addingReportingOverflow(whole)
        let (total, carryOverflows) = sum.addingReportingOverflow(carry)
        guard !overflows, !carryOverflows else { return Timestamp(seconds: whole < 0 ? .min : .max) }
        return Timestamp(seconds: total, nanoseconds: Int32(nanoseconds))
    }

    /// The time from `other` until this moment; negative if this one is earlier.
    package func duration(since other: Timestamp) -> Duration {
        let (difference, overflows) = seconds.subtractingReportingOverflow(other.seconds)
        guard !overflows else { return .seconds(seconds < 0 ? Int64.min : Int64.max) }
        return .seconds(difference) + .nanoseconds(Int64(nanoseconds) - Int64(other.nanoseconds))
    }

    /// The earlier moment is the smaller.
    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
