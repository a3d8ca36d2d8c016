/// Records as an event of an event stream.
enum HubEventText {
    /// What the stream begins with: clients ignore it, and what lies between passes it on, with the head of the answer.
    static let opening = Array(":\r\n".utf8)

    /// One event with these records. A line break inside a record, which only stands between the values of JSON that a
    /// client wrote, begins a new line of data; the client joins them again.
    static func event(_ records: [[UInt8]]) -> [UInt8] {
        var bytes = prefix
        bytes.reserveCapacity(records.reduce(16) { $0 + $1.count })
        for record in records {
            for byte in record {
                if byte == 0x0A || byte == 0x0D {
                    bytes.append(contentsOf: lineBreak)
                } else {
                    bytes.append(byte)
                }
            }
        }
        bytes.append(contentsOf: end)
        return bytes
    }

    private static let prefix = Array("data: ".utf8)
    private static let lineBreak = Array("\r\ndata: ".utf8)
    private static let end = Array("\r\n\r\n".utf8)
}
