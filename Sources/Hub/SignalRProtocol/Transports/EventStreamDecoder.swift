/// The data of an event stream (`text/event-stream` of the HTML standard), which may come in any pieces.
///
/// A hub's messages have an end of their own, so data is handed on as it comes instead of at the end of its event: nothing
/// is kept, however long a line or an event is. Comments, other fields and empty events bring nothing.
public struct EventStreamDecoder: Equatable, Sendable {
    private enum Place: Equatable {
        /// In a byte order mark, after so many of its bytes; only at the very beginning.
        case mark(Int)
        /// In a field's name, after so many bytes of "data".
        case name(Int)
        /// Behind the colon, where one space may follow.
        case colon
        case data
        /// In a line that does not matter.
        case other
    }

    private static let name = Array("data".utf8)
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var place = Place.mark(0)
    /// Whether the last byte was a CR: a LF behind it belongs to the same line end.
    private var isAfterReturn = false
    /// Whether this event has had a line of data: a LF joins the next one.
    private var hasData = false

    /// Begins at the first byte of a response.
    public init() {}

    /// Adds to `payload` what these bytes bring.
    public mutating func append(_ bytes: Span<UInt8>, to payload: inout [UInt8]) {
        var index = 0
        while index < bytes.count {
            if place == .data || place == .other {
                let end = Self.endOfLine(bytes, from: index)
                if place == .data, end > index { Self.copy(bytes.extracting(index..<end), to: &payload) }
                index = end
                if index == bytes.count { return isAfterReturn = false }
            }
            take(bytes[index], &payload)
            index += 1
        }
    }

    private mutating func take(_ byte: UInt8, _ payload: inout [UInt8]) {
        let isRestOfLineEnd = isAfterReturn && byte == 0x0A
        isAfterReturn = byte == 0x0D
        if isRestOfLineEnd { return }
        if byte == 0x0D || byte == 0x0A { return endLine(&payload) }
        switch place {
        case .mark(let count) where byte == Self.mark[count]: place = count == 2 ? .name(0) : .mark(count + 1)
        // Half a mark is the beginning of a name, and of none that matters.
        case .mark(0): takeName(byte, at: 0, &payload)
        case .mark: place = .other
        case .name(let count): takeName(byte, at: count, &payload)
        case .colon:
            place = .data
            if byte != 0x20 { payload.append(byte) }
        case .data: payload.append(byte)
        case .other: break
        }
    }

    private mutating func takeName(_ byte: UInt8, at count: Int, _ payload: inout [UInt8]) {
        if count < Self.name.count {
            place = byte == Self.name[count] ? .name(count + 1) : .other
        } else if byte == UInt8(ascii: ":") {
            place = .colon
            beginData(&payload)
        } else {
            place = .other
        }
    }

    private mutating func beginData(_ payload: inout [UInt8]) {
        if hasData { payload.append(0x0A) }
        hasData = true
    }

    private mutating func endLine(_ payload: inout [UInt8]) {
        switch place {
        // A blank line ends the event.
        case .mark(0), .name(0): hasData = false
        // A field without a colon is an empty one.
        case .name(Self.name.count): beginData(&payload)
        case .mark, .name, .colon, .data, .other: break
        }
        place = .name(0)
    }

    private static func endOfLine(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
        return index
    }

    private static func copy(_ bytes: Span<UInt8>, to payload: inout [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe payload.append(contentsOf: $0) }
    }
}
