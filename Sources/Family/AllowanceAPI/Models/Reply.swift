package import Values

/// What a server answered, and when.
package struct Reply<Value: Sendable>: Sendable {
    /// The answer's body, decoded.
    package let value: Value
    /// By this machine's clock, before the first byte was sent.
    package let startedAt: Timestamp
    /// By this machine's clock, after the last byte was read.
    package let endedAt: Timestamp
    /// By the server's clock, to the second.
    package let serverDate: Timestamp?

    /// How many there are of a list's elements, where the server says so.
    package var total: Int?

    /// - Parameter serverDate: the answer's `Date` field; `nil` if it had none.
    package init(value: Value, startedAt: Timestamp, endedAt: Timestamp, serverDate: Timestamp? = nil) {
        self.value = value
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.serverDate = serverDate
    }

    /// No later than the moment, by the server's clock, at which the request began; this machine's clock if it told none.
    package var serverStart: Timestamp {
        guard let serverDate else { return startedAt }
        let roundTrip = endedAt.duration(since: startedAt)
        return roundTrip > .zero ? serverDate.advanced(by: .zero - roundTrip) : serverDate
    }

    /// What to add to this machine's time to get the server's, or a little less. As of the answer: a clock that was set since the
    /// request says nothing by what it was. `nil` if the answer told no time.
    package var serverOffset: Duration? { serverDate?.duration(since: endedAt) }
}
