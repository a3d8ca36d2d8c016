import Compression

/// Turns a peer's byte stream into messages and control frames, for either end. Pure; every rule of RFC 6455 that a
/// peer can break becomes a close code. A message that lies complete in the input is copied once, into the batch, unless it is
/// compressed.
struct WebSocketFrameDecoder: ~Copyable {
    enum Control: Equatable {
        case ping([UInt8])
        case pong
        case close(code: Int, reason: String)
    }

    struct Output {
        var batch = WebSocketBatch()
        var controls: [Control] = []
    }

    let role: WebSocketRole
    /// Bytes of one message.
    let limit: Int
    /// The beginning of a frame whose end has not arrived.
    private var rest: [UInt8] = []
    /// The fragments so far of a message.
    private var partial: [UInt8] = []
    private var partialOpcode: WebSocketFrame.Opcode?
    /// Whether that message is compressed; so is `partial` then.
    private var isPartialCompressed = false
    /// nil if compression was not agreed on.
    private var inflater: MessageInflater?
    /// Expanded bytes of one call after which the frames behind wait for the next.
    private let batchBytes: Int
    /// Whether `decode` must be called again, with more bytes or none, because what waits here already might expand to more
    /// than should be held at once.
    private(set) var holdsFrames = false
    private var isClosed = false
    /// Bytes set aside for a frame of which only the header is there.
    private static let largestReserve = 1 << 20

    /// - Parameters:
    ///   - limit: bytes of one message, expanded.
    ///   - inflater: if the peer may compress.
    ///   - batchBytes: one call gives about so many expanded bytes, and one message, at most.
    init(role: WebSocketRole, limit: Int, inflater: consuming MessageInflater? = nil, batchBytes: Int = .max) {
        self.role = role
        self.limit = limit
        self.inflater = inflater
        self.batchBytes = batchBytes
    }

    /// Adds what the bytes complete to `output`. What came before a violation is in `output` too. After a close frame
    /// nothing is read.
    mutating func decode(_ bytes: Span<UInt8>, into output: inout Output) throws(WebSocketViolation) {
        if holdsFrames { try decodeHeld(into: &output) }
        var position = 0
        while !rest.isEmpty, position < bytes.count, !isClosed, !holdsFrames {
            position = try completeRest(bytes, from: position, into: &output)
        }
        if rest.isEmpty, position < bytes.count, !holdsFrames {
            output.batch.storage.reserveCapacity(output.batch.storage.count + bytes.count - position)
            position = try decodeFrames(bytes, from: position, into: &output)
        }
        if position < bytes.count, !isClosed { Self.append(bytes, position..<bytes.count, to: &rest) }
    }

    /// Goes on where `decodeFrames` found that it was enough for one call.
    private mutating func decodeHeld(into output: inout Output) throws(WebSocketViolation) {
        holdsFrames = false
        let held = rest
        rest = []
        let position = try decodeFrames(held.span, from: 0, into: &output)
        if !isClosed { rest = Array(held[position...]) }
    }

    /// Moves just enough bytes to complete the frame at hand, so that the ones after it need not be moved.
    private mutating func completeRest(
        _ bytes: Span<UInt8>, from position: Int, into output: inout Output
    ) throws(WebSocketViolation) -> Int {
        let missing: Int
        if let header = try header(rest.span, from: 0) {
            // A claimed length may be anything up to Int.max: nothing is added to it, and little is set aside for it.
            missing = header.length - (rest.count - header.size)
            if rest.count == header.size { rest.reserveCapacity(header.size + min(header.length, Self.largestReserve)) }
        } else {
            missing = 1
        }
        let taken = min(missing, bytes.count - position)
        Self.append(bytes, position..<(position + taken), to: &rest)
        let frame = rest
        rest = []
        if try decodeFrames(frame.span, from: 0, into: &output) == 0 { rest = frame }
        return position + taken
    }

    /// Returns where the first incomplete frame begins.
    private mutating func decodeFrames(
        _ bytes: Span<UInt8>, from start: Int, into output: inout Output
    ) throws(WebSocketViolation) -> Int {
        var position = start
        while !isClosed, !holdsFrames, let header = try header(bytes, from: position) {
            // Before the payload is buffered, so that a claimed size costs nothing.
            if !header.opcode.isControl, header.length > mostBytes(header) - partial.count {
                throw WebSocketViolation(1009, "message too big")
            }
            let payload = position + header.size
            guard bytes.count - payload >= header.length else { break }
            position = payload + header.length
            if header.opcode.isControl {
                try control(header, bytes, payload..<position, into: &output.controls)
            } else {
                try data(header, bytes, payload..<position, into: &output.batch)
            }
        }
        return position
    }

    private func header(
        _ bytes: Span<UInt8>, from start: Int
    ) throws(WebSocketViolation) -> WebSocketFrameHeader? {
        try WebSocketFrameHeader(bytes, from: start, role: role, mayCompress: inflater != nil)
    }

    /// Bytes that the message of a frame may have on the wire.
    private func mostBytes(_ header: WebSocketFrameHeader) -> Int {
        header.isCompressed || isPartialCompressed ? MessageInflater.longest(for: limit) : limit
    }

    private mutating func data(
        _ header: WebSocketFrameHeader, _ bytes: Span<UInt8>, _ payload: Range<Int>, into batch: inout WebSocketBatch
    ) throws(WebSocketViolation) {
        switch (header.opcode, partialOpcode) {
        case (.continuation, nil): throw WebSocketViolation(1002, "continuation without a start")
        case (.continuation, .some): break
        case (_, .some): throw WebSocketViolation(1002, "message inside a message")
        case (_, nil):
            partialOpcode = header.opcode
            isPartialCompressed = header.isCompressed
        }
        guard header.isFinal else { return Self.append(bytes, payload, unmaskedWith: header.key, to: &partial) }
        let start = batch.storage.count
        if isPartialCompressed {
            Self.append(bytes, payload, unmaskedWith: header.key, to: &partial)
            try inflate(into: &batch)
        } else {
            batch.storage.append(contentsOf: partial)
            Self.append(bytes, payload, unmaskedWith: header.key, to: &batch.storage)
        }
        let isText = partialOpcode == .text
        if !partial.isEmpty { partial = [] }
        partialOpcode = nil
        if isText, !UTF8Validation.isValid(batch.storage.span.extracting(start..<batch.storage.count)) {
            batch.storage.removeSubrange(start...)
            throw WebSocketViolation(1007, "not UTF-8")
        }
        batch.entries.append(WebSocketBatch.Entry(start: start, count: batch.storage.count - start, isText: isText))
    }

    /// Expands the whole message in `partial`.
    private mutating func inflate(into batch: inout WebSocketBatch) throws(WebSocketViolation) {
        isPartialCompressed = false
        let start = batch.storage.count
        do throws(DecompressionError) {
            try inflater?.expand(partial, into: &batch.storage, limit: limit)
        } catch {
            batch.storage.removeSubrange(start...)
            switch error {
            case .tooLong: throw WebSocketViolation(1009, "message too big")
            case .corrupt(let reason): throw WebSocketViolation(1007, "not compressed as agreed: \(reason)")
            }
        }
        holdsFrames = batch.storage.count >= batchBytes
    }

    private mutating func control(
        _ header: WebSocketFrameHeader, _ bytes: Span<UInt8>, _ range: Range<Int>, into controls: inout [Control]
    ) throws(WebSocketViolation) {
        var payload: [UInt8] = []
        Self.append(bytes, range, unmaskedWith: header.key, to: &payload)
        switch header.opcode {
        case .ping: controls.append(.ping(payload))
        case .pong: controls.append(.pong)
        default:
            isClosed = true
            controls.append(try Self.close(payload))
        }
    }

    private static func close(_ payload: [UInt8]) throws(WebSocketViolation) -> Control {
        guard !payload.isEmpty else { return .close(code: 1005, reason: "") }
        guard payload.count >= 2 else { throw WebSocketViolation(1002, "close frame") }
        let code = Int(payload[0]) << 8 | Int(payload[1])
        guard WebSocketFrame.isValidCloseCode(code) else { throw WebSocketViolation(1002, "close code") }
        guard let reason = String(validating: payload[2...], as: UTF8.self) else {
            throw WebSocketViolation(1007, "close reason")
        }
        return .close(code: code, reason: reason)
    }

    private static func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to target: inout [UInt8]) {
        unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe target.append(contentsOf: $0) }
    }

    private static func append(
        _ bytes: Span<UInt8>, _ range: Range<Int>, unmaskedWith key: UInt32?, to target: inout [UInt8]
    ) {
        let start = target.count
        Self.append(bytes, range, to: &target)
        if let key { WebSocketFrame.mask(&target, from: start, key: key) }
    }
}
