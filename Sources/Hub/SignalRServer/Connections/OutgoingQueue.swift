/// Records that wait for a transport that fetches them. A value.
struct OutgoingQueue {
    private var records: [[UInt8]] = []
    private(set) var bytes = 0

    var isEmpty: Bool { records.isEmpty }

    mutating func append(_ record: [UInt8]) {
        records.append(record)
        bytes += record.count
    }

    mutating func takeAll() -> [[UInt8]] {
        defer { self = OutgoingQueue() }
        return records
    }
}
