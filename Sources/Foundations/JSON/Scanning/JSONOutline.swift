/// Where each value of a JSON text lies, found and checked in one pass: for readers that ask for members in an order of
/// their own.
///
/// Places stand in the order of the text, a container in front of what is in it; a member of an object is a name and a value.
/// Two bytes of text make at most one place, so the text bounds what this takes of memory.
package struct JSONOutline: Sendable {
    /// What lies at a place.
    package enum Kind: UInt8, Sendable {
        case object, array, string, number, yes, no, null
        /// The name of a member, in front of its value.
        case name
    }

    /// A value, or the name of a member.
    package struct Place: Sendable {
        /// Of a member there are two: its name's, and its value's behind it.
        package let kind: Kind
        /// Of a string or a name: it has escapes. Of an object: it has names that can't be compared as they stand, since
        /// they have escapes or are not ASCII.
        package fileprivate(set) var isIntricate: Bool
        private let first: UInt32
        fileprivate var second: UInt32
        fileprivate var third: UInt32

        fileprivate init(_ kind: Kind, _ range: Range<Int>, third: UInt32, isIntricate: Bool = false) {
            self.kind = kind
            self.isIntricate = isIntricate
            first = UInt32(truncatingIfNeeded: range.lowerBound)
            second = UInt32(truncatingIfNeeded: range.upperBound)
            self.third = third
        }

        /// The bytes of a scalar; of a string or a name those between the quotes.
        package var range: Range<Int> { Int(first)..<Int(second) }
        /// The string or name.
        package var string: JSONString { JSONString(range: range, hasEscapes: isIntricate) }
        /// Elements or members of a container.
        package var count: Int { Int(second) }
        /// The number of the place behind a value and all that is in it.
        package var next: Int { Int(third) }
        /// Names with different ones are different.
        package var fingerprint: UInt32 { third }
    }

    /// The first is the outermost value.
    package private(set) var places: [Place] = []
    /// The innermost container that is open; each open one knows the one around it as its `next`.
    private var open = -1
    private var depth = 0

    /// An outline of nothing yet.
    package init() {}

    /// Moves over a value of any kind, which takes the place of what was read before, and its memory.
    package mutating func read(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) {
        guard bytes.count < Int32.max else { throw JSONError(.tooLarge(limit: Int(Int32.max)), at: nil) }
        if places.capacity == 0 { places.reserveCapacity(min((bytes.count - cursor.offset) / 10 + 8, 64)) }
        places.removeAll(keepingCapacity: true)
        open = -1
        depth = 0
        try scan(bytes, &cursor)
    }

    /// A number that is the same for the same bytes: their count, and three of them.
    @inline(__always)
    package static func fingerprint(_ name: borrowing JSONCursor.Bytes) -> UInt32 {
        let count = name.count
        guard count > 0 else { return 0 }
        return UInt32(truncatingIfNeeded: count) << 24 | UInt32(name[0]) << 16 | UInt32(name[count / 2]) << 8
            | UInt32(name[count - 1])
    }

    // MARK: Scanning

    private mutating func scan(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) {
        repeat {
            switch try cursor.peek(bytes) {
            case UInt8(ascii: "{"):
                try enter(.object, &cursor)
                if try cursor.peek(bytes) != UInt8(ascii: "}") {
                    try name(bytes, &cursor)
                    continue
                }
            case UInt8(ascii: "["):
                try enter(.array, &cursor)
                if try cursor.peek(bytes) != UInt8(ascii: "]") { continue }
            case UInt8(ascii: "\""):
                let string = try cursor.string(bytes)
                append(.string, string.range, isIntricate: string.hasEscapes)
            case let first: try scalar(first, bytes, &cursor)
            }
            try leave(bytes, &cursor)
        } while open >= 0
    }

    private mutating func scalar(
        _ first: UInt8, _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) {
        let start = cursor.offset
        let kind: Kind
        switch first {
        case UInt8(ascii: "t"):
            try cursor.literal("true", bytes)
            kind = .yes
        case UInt8(ascii: "f"):
            try cursor.literal("false", bytes)
            kind = .no
        case UInt8(ascii: "n"):
            try cursor.literal("null", bytes)
            kind = .null
        default:
            _ = try cursor.skipNumber(bytes)
            kind = .number
        }
        append(kind, start..<cursor.offset)
    }

    @inline(__always)
    private mutating func append(_ kind: Kind, _ range: Range<Int>, isIntricate: Bool = false) {
        places.append(
            Place(kind, range, third: UInt32(truncatingIfNeeded: places.count + 1), isIntricate: isIntricate))
    }

    private mutating func name(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) {
        let name = try cursor.string(bytes)
        try cursor.expect(UInt8(ascii: ":"), bytes)
        let text = bytes.extracting(name.range)
        places.append(Place(.name, name.range, third: Self.fingerprint(text), isIntricate: name.hasEscapes))
        var all: UInt8 = 0
        for index in text.indices { all |= text[index] }
        if name.hasEscapes || all >= 0x80 { places[open].isIntricate = true }
    }

    private mutating func enter(_ kind: Kind, _ cursor: inout JSONCursor) throws(JSONError) {
        guard depth < JSONCursor.maximumDepth else { throw JSONError(.tooDeep, at: cursor.offset) }
        depth += 1
        let outer = UInt32(bitPattern: Int32(truncatingIfNeeded: open))
        open = places.count
        places.append(Place(kind, cursor.offset..<cursor.offset, third: outer))
        places[open].second = 0
        cursor = JSONCursor(offset: cursor.offset + 1)
    }

    /// Behind a value or an empty container: counts it, moves over closing brackets, then in front of the next value.
    @inline(__always)
    private mutating func leave(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) {
        while open >= 0 {
            let isObject = places[open].kind == .object
            // An empty container has had no value yet.
            if places.count > open + 1 { places[open].second += 1 }
            if try cursor.peek(bytes) == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                cursor = JSONCursor(offset: cursor.offset + 1)
                let outer = Int(Int32(bitPattern: places[open].third))
                places[open].third = UInt32(truncatingIfNeeded: places.count)
                open = outer
                depth -= 1
            } else {
                try cursor.expect(UInt8(ascii: ","), bytes)
                if isObject { try name(bytes, &cursor) }
                return
            }
        }
    }
}
