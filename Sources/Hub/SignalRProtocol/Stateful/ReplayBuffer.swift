/// What one end has sent and the other has not acknowledged: the records themselves, so that they can be sent again as they
/// were, with the numbers that both ends count and that are never on the wire.
struct ReplayBuffer: Equatable, Sendable {
    /// Oldest first; their numbers follow each other and end with `sent`.
    private var records: [[UInt8]] = []
    /// Those before it have been acknowledged.
    private var start = 0
    /// Messages sent so far, which is also the number of the last one.
    private(set) var sent: Int64 = 0
    /// Bytes of all that is kept.
    private(set) var bytes = 0

    var count: Int { records.count - start }

    /// The number of the first message that would be sent again; that of the next new one when nothing is kept.
    var oldest: Int64 { sent - Int64(count) + 1 }

    /// What would be sent again, oldest first.
    var kept: ArraySlice<[UInt8]> { records[start...] }

    mutating func append(_ record: [UInt8]) {
        sent += 1
        records.append(record)
        bytes += record.count
    }

    /// Lets go of what the other end has.
    ///
    /// - Parameter number: the last one it has. One that can't be, or that is older than an earlier one, says nothing.
    mutating func acknowledged(_ number: Int64) {
        guard number >= oldest, number <= sent else { return }
        let end = start + Int(number - oldest) + 1
        for index in start..<end {
            bytes -= records[index].count
            records[index] = []
        }
        start = end
        // Not at each step, so that a buffer of many small records is not moved once per acknowledgement.
        if start == records.count {
            records = []
            start = 0
        } else if start >= 256, start * 2 >= records.count {
            records.removeSubrange(..<start)
            start = 0
        }
    }
}
