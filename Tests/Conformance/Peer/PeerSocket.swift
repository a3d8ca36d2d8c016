import JSON
import Runtime
import SocketTestSupport

/// The peer's end of a WebSocket: what the client sends is told record by record; what it gets is written frame by frame.
final class PeerSocket: Sendable {
    enum Ending: Sendable, Equatable {
        /// The client's Close frame.
        case close(code: Int)
        /// The client ended the TCP connection.
        case end
    }

    struct Record: Sendable, Equatable, CustomStringConvertible {
        let text: String
        let moment: ContinuousClock.Instant

        var description: String { String(text.prefix(200)) }

        var json: JSONValue? { try? JSONValue(parsing: text) }
        /// `nil` for the handshake.
        var type: Int? { if case .number(let number)? = json?["type"] { number.int } else { nil } }
        var id: String? { if case .string(let text)? = json?["invocationId"] { text } else { nil } }
        var target: String? { if case .string(let text)? = json?["target"] { text } else { nil } }
    }

    let request: PeerRequest
    /// Each hub record without its separator, the handshake first.
    let records = Journal<Record>()
    /// Each WebSocket message as it came.
    let messages = Journal<(isText: Bool, bytes: [UInt8])>()
    let endings = Journal<Ending>()
    /// Whether a Close frame is answered, as the protocol of WebSockets asks.
    let answersClose = Lock(true)
    private let socket: RawSocket
    private let hasClosed = Lock(false)

    init(_ request: PeerRequest, _ socket: RawSocket) {
        self.request = request
        self.socket = socket
    }

    // MARK: Sending

    /// A text message in one frame; `^` stands for the record separator.
    func send(_ text: String) { send(frame: 1, Self.bytes(text)) }

    static func bytes(_ text: String) -> [UInt8] { text.utf8.map { $0 == UInt8(ascii: "^") ? 0x1E : $0 } }

    func send(frame opcode: UInt8, isFinal: Bool = true, _ payload: [UInt8]) {
        send(raw: Self.frame(opcode, isFinal: isFinal, payload))
    }

    func send(raw bytes: [UInt8]) { socket.send(bytes) }

    /// The same off the pool, for what a slow client may not take at once.
    func sendSlowly(raw bytes: [UInt8]) async { await socket.onThread { _ = $0.send(bytes) } }

    static func frame(_ opcode: UInt8, isFinal: Bool = true, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        var bytes = [(isFinal ? 0x80 : 0) | opcode]
        switch count {
        case ..<126: bytes.append(UInt8(count))
        case ..<65_536: bytes += [126, UInt8(count >> 8), UInt8(count & 0xFF)]
        default: bytes += [127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> ((7 - $0) * 8)) }
        }
        return bytes + payload
    }

    func close(_ code: Int, _ reason: String = "") {
        hasClosed.withLock { $0 = true }
        send(frame: 8, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
    }

    /// Ends the TCP connection without a word.
    func cut() { socket.cut() }

    // MARK: Receiving

    /// The next record that is no ping.
    func next(_ what: String) async throws -> Record {
        while true {
            let record = try await records.next(what)
            if record.type != 6 { return record }
        }
    }

    /// Waits for the client's end of the connection.
    @discardableResult
    func ending(_ what: String = "end of the connection") async throws -> Ending {
        try await endings.wait(for: what) { $0.first }
    }

    /// Blocks the connection's thread until the end.
    func read(_ early: [UInt8]) {
        var bytes = early
        var (text, message): ([UInt8], [UInt8]) = ([], [])
        var isText = true
        while true {
            while let (opcode, isFinal, payload) = Self.takeFrame(&bytes) {
                switch opcode {
                case 0, 1, 2:
                    if opcode != 0 { isText = opcode == 1 }
                    text += payload
                    message += payload
                    guard isFinal else { continue }
                    takeRecords(&text)
                    messages.add((isText, message))
                    message = []
                case 8:
                    let code = payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005
                    endings.add(.close(code: code))
                    if !hasClosed.withLock({ $0 }), answersClose.withLock({ $0 }) { send(frame: 8, payload) }
                    if answersClose.withLock({ $0 }) { return }
                case 9: send(frame: 10, payload)
                default: break
                }
            }
            let more = socket.read()
            if more.isEmpty { return endings.add(.end) }
            bytes += more
        }
    }

    private func takeRecords(_ text: inout [UInt8]) {
        while let end = text.firstIndex(of: 0x1E) {
            records.add(Record(text: String(decoding: text[..<end], as: UTF8.self), moment: .now))
            text.removeSubrange(...end)
        }
    }

    private static func takeFrame(_ bytes: inout [UInt8]) -> (opcode: UInt8, isFinal: Bool, payload: [UInt8])? {
        guard bytes.count >= 2 else { return nil }
        // A client masks what it sends; without that bit it would be no WebSocket client.
        precondition(bytes[1] & 0x80 != 0, "the client sent a frame without a mask")
        var (start, length) = (2, Int(bytes[1] & 0x7F))
        if length >= 126 {
            let size = length == 126 ? 2 : 8
            guard bytes.count >= 2 + size else { return nil }
            length = bytes[2..<2 + size].reduce(0) { $0 << 8 | Int($1) }
            start += size
        }
        guard bytes.count >= start + 4 + length else { return nil }
        let mask = Array(bytes[start..<start + 4])
        let payload = (0..<length).map { bytes[start + 4 + $0] ^ mask[$0 & 3] }
        let head = bytes[0]
        bytes.removeSubrange(..<(start + 4 + length))
        return (head & 0x0F, head & 0x80 != 0, payload)
    }
}
