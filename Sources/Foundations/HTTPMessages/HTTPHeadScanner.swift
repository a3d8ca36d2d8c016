/// Finds the end of a message's head in a growing buffer, looking at each byte once.
package struct HTTPHeadScanner {
    /// Where the search goes on.
    private var scanned = 0

    package init() {}

    /// Offset of the blank line's CRLF CRLF. A line that ends in a bare LF, or a NUL, ends the message at once: a peer
    /// that sends one would otherwise be waited for until the timeout.
    package mutating func end(in buffer: [UInt8]) throws(HTTPHeadError) -> Int? {
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
}
