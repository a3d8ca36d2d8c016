/// Cuts response heads off a byte stream, strictly. Pure; what follows the last head stays for the protocol behind it.
package struct HTTPResponseHeadReader {
    /// Bytes of one head.
    private let limit: Int
    private var buffer: [UInt8] = []
    private var scanner = HTTPHeadScanner()
    private var interim = 0

    /// - Parameter limit: bytes of one head.
    package init(limit: Int = 32 * 1024) { self.limit = limit }

    /// Adds what has come. It is looked at with ``next()``.
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
    }

    /// Whether the stream begins with a TLS alert (RFC 8446, 5.1).
    package var startsWithAlert: Bool { buffer.count >= 2 && buffer[0] == 0x15 && buffer[1] == 0x03 }

    /// The bytes after the head.
    package mutating func takeRest() -> [UInt8] {
        defer { buffer = [] }
        return buffer
    }

    /// The next final response, or nil when more bytes are needed. A few interim responses (100, 103) are skipped.
    package mutating func next() throws(HTTPHeadError) -> HTTPResponseHead? {
        while true {
            guard let end = try scanner.end(in: buffer) else {
                // The limit is without the empty line that ends the head; three of those four bytes may be here.
                if buffer.count > limit + 3 { throw HTTPHeadError("response head too large", kind: .tooLarge) }
                return nil
            }
            if end > limit { throw HTTPHeadError("response head too large", kind: .tooLarge) }
            let head = try HTTPResponseHead(buffer[..<end])
            buffer.removeFirst(end + 4)
            scanner = HTTPHeadScanner()
            if head.status >= 200 || head.status == 101 { return head }
            interim += 1
            if interim > 8 { throw HTTPHeadError("too many interim responses") }
        }
    }
}
