/// A moment in wall time, to the nanosecond.
package struct Timestamp: Hashable, Sendable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z.
    package let seconds: Int64
    /// 0 to 999,999,999.
    package let nanoseconds: Int32

    package init(seconds: Int64, nanoseconds: Int32 = 0) {
        precondition(0..<1_000_000_000 ~= nanoseconds, "nanoseconds are 0 to 999,999,999")
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Whole microseconds since 1970, as the store keeps a moment; the last three digits are cut.
    package var microseconds: Int64 { seconds * 1_000_000 + Int64(nanoseconds) / 1_000 }

    package init(microseconds: Int64) {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let borrow: Int64 = remainder < 0 ? 1 : 0
        self.init(
            seconds: quotient - borrow, nanoseconds: Int32(remainder + borrow * 1_000_000) * 1_000)
    }

    package func advanced(by duration: Duration) -> Timestamp {
        let (whole, attoseconds) = duration.components
        var nanoseconds = Int64(nanoseconds) + attoseconds / 1_000_000_000
        var seconds = seconds + whole
        if nanoseconds < 0 { (seconds, nanoseconds) = (seconds - 1, nanoseconds + 1_000_000_000) }
        if nanoseconds >= 1_000_000_000 { (seconds, nanoseconds) = (seconds + 1, nanoseconds - 1_000_000_000) }
        return Timestamp(seconds: seconds, nanoseconds: Int32(nanoseconds))
    }

    /// The time from `other` until this moment; negative if this one is earlier.
    package func duration(since other: Timestamp) -> Duration {
        .seconds(seconds - other.seconds) + .nanoseconds(Int64(nanoseconds) - Int64(other.nanoseconds))
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
