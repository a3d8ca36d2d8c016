/// Cuts a byte stream into requests. Pure: no IO, no clock. Bytes beyond one request stay for the next call.
package struct HTTPRequestParser {
    /// How long the parts of one request may be. What is longer ends with the status that says so.
    package struct Limits: Sendable, Equatable {
        /// Bytes of the request target.
        package var target: Int
        /// Bytes of the whole head.
        package var head: Int
        /// How many header fields.
        package var fields: Int
        /// Bytes of the decoded body.
        package var body: Int

        /// Bytes, but for the number of fields; by default what browsers and proxies send at most, and 1 MiB of body.
        package init(target: Int = 8192 + 512, head: Int = 24 * 1024, fields: Int = 100, body: Int = 1 << 20) {
            self.target = target
            self.head = head
            self.fields = fields
            self.body = body
        }
    }

    /// What the bytes so far give.
    package enum Output: Equatable {
        /// More bytes are needed.
        case incomplete
        /// The head is complete and the peer waits for "100 Continue" before it sends the body.
        case wantsContinue
        case request(HTTPRequestHead, body: [UInt8])
    }

    /// Which part of a request is awaited.
    package enum Phase: Equatable { case head, body }

    private let limits: Limits
    /// Of the request that is being read.
    package private(set) var phase = Phase.head
    private var buffer: [UInt8] = []
    private var scanner = HTTPHeadScanner()
    /// Bytes of empty lines in front of the head at hand.
    private var emptyLines = 0
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var chunks = ChunkedBodyDecoder()

    /// At the beginning of a connection.
    package init(limits: Limits) { self.limits = limits }

    /// Bytes received and not yet part of a request.
    package var buffered: Int { buffer.count }

    /// Whether a request has begun and is not complete.
    package var isMidRequest: Bool { phase == .body || !buffer.isEmpty }

    /// Adds what has come. It is looked at with ``next(admitting:)``.
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
    }

    /// The bytes after the last request, for the protocol the connection switches to.
    package mutating func takeRest() -> [UInt8] {
        defer {
            buffer = []
            scanner = HTTPHeadScanner()
        }
        return buffer
    }

    /// Takes the next piece out of what has come.
    ///
    /// - Parameter admits: whether a body of this length may come all the same, though it is beyond the limit; it may throw instead.
    /// - Throws: what the client is answered; nothing after it can be trusted, so the connection ends.
    package mutating func next(
        admitting admits: (HTTPRequestHead, _ length: Int) throws(HTTPParseError) -> Bool = { _, _ in false }
    ) throws(HTTPParseError) -> Output {
        if phase == .head {
            guard let parsed = try takeHead() else { return .incomplete }
            if case .length(let length) = parsed.framing, length > limits.body, try !admits(parsed, length) {
                throw HTTPParseError(.contentTooLarge, "Content-Length \(length)")
            }
            head = parsed
            phase = .body
            if parsed.expectsContinue, parsed.framing != .none, parsed.framing != .length(0), buffer.isEmpty {
                return .wantsContinue
            }
        }
        return try takeBody()
    }

    private mutating func takeHead() throws(HTTPParseError) -> HTTPRequestHead? {
        try skipEmptyLines()
        guard let end = try endOfHead() else {
            // The limit is without the empty line that ends the head; three of those four bytes may be here.
            if buffer.count > limits.head + 3 { throw tooLarge }
            return nil
        }
        if end > limits.head { throw tooLarge }
        let parsed = try HTTPRequestHead(buffer[..<end])
        if parsed.target.utf8.count > limits.target { throw HTTPParseError(.uriTooLong, "target") }
        if parsed.headers.fields.count > limits.fields { throw HTTPParseError(.headerFieldsTooLarge, "fields") }
        buffer.removeFirst(end + 4)
        scanner = HTTPHeadScanner()
        emptyLines = 0
        return parsed
    }

    /// An empty line before a request is left over from the last body (RFC 9112, 2.2). Nobody needs more of them than a head
    /// may have bytes.
    private mutating func skipEmptyLines() throws(HTTPParseError) {
        var count = 0
        while count + 1 < buffer.count, buffer[count] == 0x0D, buffer[count + 1] == 0x0A { count += 2 }
        guard count > 0 else { return }
        // At once: line by line, each would move all that is behind it.
        buffer.removeFirst(count)
        scanner = HTTPHeadScanner()
        emptyLines += count
        if emptyLines > limits.head { throw HTTPParseError(.badRequest, "empty lines") }
    }

    private mutating func endOfHead() throws(HTTPParseError) -> Int? {
        do throws(HTTPHeadError) { return try scanner.end(in: buffer) } catch { throw HTTPParseError(error) }
    }

    private var tooLarge: HTTPParseError {
        buffer.prefix(limits.target + 32).contains(0x0A)
            ? HTTPParseError(.headerFieldsTooLarge, "head") : HTTPParseError(.uriTooLong, "target")
    }

    private mutating func takeBody() throws(HTTPParseError) -> Output {
        guard let parsed = head else { preconditionFailure("body phase without a head") }
        switch parsed.framing {
        case .none: break
        case .length(let length):
            let wanted = length - body.count
            body.append(contentsOf: buffer.prefix(wanted))
            buffer.removeFirst(min(wanted, buffer.count))
            if body.count < length { return .incomplete }
        case .chunked:
            guard try chunks.decode(&buffer, into: &body, limit: limits.body) else { return .incomplete }
        }
        defer {
            head = nil
            body = []
            chunks = ChunkedBodyDecoder()
            phase = .head
        }
        return .request(parsed, body: body)
    }
}

/// Why a request is refused, as the status it is answered with. The connection closes after it: what follows a
/// malformed request on the wire cannot be trusted to be a request.
package struct HTTPParseError: Error, Equatable {
    /// What the client is answered.
    package let status: HTTPStatus
    /// Which part of the request, in our own words: nothing of the peer is repeated.
    package let detail: String

    /// - Parameter detail: in our own words.
    package init(_ status: HTTPStatus, _ detail: String) {
        self.status = status
        self.detail = detail
    }

    init(_ error: HTTPHeadError) {
        self.init(error.kind == .tooLarge ? .headerFieldsTooLarge : .badRequest, error.detail)
    }
}
