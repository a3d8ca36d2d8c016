/// Finds the end of a message's head in a growing buffer, looking at each byte once.
struct HTTPHeadScanner {
    /// Where the search goes on.
    private var scanned = 0

    /// Offset of the blank line's CRLF CRLF. A line that ends in a bare LF, or a NUL, ends the message at once: a peer
    /// that sends one would otherwise be waited for until the timeout.
    mutating func end(in buffer: [UInt8]) throws(HTTPHeadError) -> Int? {
        while scanned < buffer.count {
            switch buffer[scanned] {
            case 0x0A:
                guard scanned > 0, buffer[scanned - 1] == 0x0D else { throw HTTPHeadError("bare LF") }
                if scanned >= 3, buffer[scanned - 2] == 0x0A, buffer[scanned - 3] == 0x0D { return scanned - 3 }
            case 0: throw HTTPHeadError("NUL")
            default: break
            }
            scanned += 1
        }
        return nil
    }

    /// The first line of a complete head, and its fields. Strict: see ``HTTPField/init(parsing:)``.
    static func split(
        _ head: ArraySlice<UInt8>
    ) throws(HTTPHeadError) -> (startLine: ArraySlice<UInt8>, headers: HTTPHeaders) {
        var lines = try lines(head)[...]
        let startLine = lines.removeFirst()
        var headers = HTTPHeaders()
        for line in lines { headers.add(try HTTPField(parsing: line)) }
        return (startLine, headers)
    }

    /// The lines of a head, without their ends.
    private static func lines(_ head: ArraySlice<UInt8>) throws(HTTPHeadError) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = head.startIndex
        while let end = head[start...].firstIndex(of: 0x0D) {
            guard end + 1 < head.endIndex, head[end + 1] == 0x0A else { throw HTTPHeadError("bare CR") }
            lines.append(head[start..<end])
            start = end + 2
        }
        lines.append(head[start...])
        return lines
    }
}

/// Why a message's head is refused.
package struct HTTPHeadError: Error, Equatable {
    /// Whether it is no head, or one that is longer than is taken.
    package enum Kind: Sendable, Equatable { case malformed, tooLarge }

    /// What programs decide by.
    package let kind: Kind
    /// Which part of the head, in our own words: nothing of the peer is repeated.
    package let detail: String

    init(_ detail: String, kind: Kind = .malformed) {
        self.kind = kind
        self.detail = detail
    }
}
