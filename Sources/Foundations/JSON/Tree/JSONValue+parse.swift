extension JSONValue {
    /// Reads exactly one JSON value, strictly: no comments, no trailing commas, no name twice in an object.
    package init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        try self.init(parsing: bytes.span, limits: limits)
    }

    /// Reads bytes that are lent; see `init(parsing:limits:)`.
    package init(parsing span: borrowing Span<UInt8>, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        guard span.count <= limits.bytes else { throw JSONError(.tooLarge(limit: limits.bytes), at: nil) }
        try JSONText.validateUTF8(span)
        var reader = JSONTreeReader(limits: limits)
        self = try reader.value(span, depth: 0)
        try reader.cursor.expectEnd(span)
    }

    /// Reads a text; see `init(parsing:limits:)`.
    package init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}

/// Builds the tree. It recurses, at most as deep as the limit.
private struct JSONTreeReader {
    var cursor = JSONCursor()
    private let limits: JSONLimits
    private var values = 0

    init(limits: JSONLimits) {
        self.limits = limits
    }

    mutating func value(_ bytes: borrowing JSONCursor.Bytes, depth: Int) throws(JSONError) -> JSONValue {
        values += 1
        guard values <= limits.values else { throw JSONError(.tooLarge(limit: limits.values), at: cursor.offset) }
        switch try cursor.peek(bytes) {
        case UInt8(ascii: "{"): return try object(bytes, depth: depth)
        case UInt8(ascii: "["): return try array(bytes, depth: depth)
        case UInt8(ascii: "\""): return .string(try cursor.string(bytes).text(bytes))
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try cursor.bool(bytes))
        case UInt8(ascii: "n"):
            _ = try cursor.skipNull(bytes)
            return .null
        default:
            let range = try cursor.skipNumber(bytes)
            return .number(JSONNumberText(checked: JSONString(range: range, hasEscapes: false).text(bytes)))
        }
    }

    private mutating func object(_ bytes: borrowing JSONCursor.Bytes, depth: Int) throws(JSONError) -> JSONValue {
        try enter(UInt8(ascii: "{"), bytes, depth)
        var members: [JSONObject.Member] = []
        var names = JSONNameSet()
        var isFirst = true
        while try cursor.hasNext(bytes, end: UInt8(ascii: "}"), isFirst: &isFirst) {
            let start = cursor.offset
            let name = try cursor.string(bytes).text(bytes)
            guard names.insert(name) else { throw JSONError(.duplicateKey, at: start, path: JSONPath([.member(name)])) }
            try cursor.expect(UInt8(ascii: ":"), bytes)
            do throws(JSONError) {
                members.append(JSONObject.Member(name, try value(bytes, depth: depth + 1)))
            } catch {
                throw error.inside(.member(name))
            }
        }
        return .object(JSONObject(members))
    }

    private mutating func array(_ bytes: borrowing JSONCursor.Bytes, depth: Int) throws(JSONError) -> JSONValue {
        try enter(UInt8(ascii: "["), bytes, depth)
        var elements: [JSONValue] = []
        var isFirst = true
        while try cursor.hasNext(bytes, end: UInt8(ascii: "]"), isFirst: &isFirst) {
            do throws(JSONError) {
                elements.append(try value(bytes, depth: depth + 1))
            } catch {
                throw error.inside(.element(elements.count))
            }
        }
        return .array(elements)
    }

    private mutating func enter(
        _ bracket: UInt8, _ bytes: borrowing JSONCursor.Bytes, _ depth: Int
    ) throws(JSONError) {
        guard depth < min(limits.depth, JSONCursor.maximumDepth) else { throw JSONError(.tooDeep, at: cursor.offset) }
        try cursor.expect(bracket, bytes)
    }
}

/// The names seen in one object, compared by their bytes: Swift's `==` would take two spellings of "é" for one.
private struct JSONNameSet {
    private var few: [[UInt8]] = []
    private var many: Set<[UInt8]> = []

    /// Returns `false` if the name is there already.
    mutating func insert(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        // Most objects have few members, and then comparing is cheaper than hashing; a hostile one may have many.
        if many.isEmpty, few.count < 16 {
            guard !few.contains(bytes) else { return false }
            few.append(bytes)
            return true
        }
        if many.isEmpty { many = Set(few) }
        return many.insert(bytes).inserted
    }
}

/// What a text from outside may ask of this program's memory.
package struct JSONLimits: Sendable, Equatable {
    /// Bytes of the text.
    package var bytes = 8 * 1024 * 1024
    /// Levels of brackets; at most `JSONCursor.maximumDepth` are possible.
    package var depth = JSONCursor.maximumDepth
    /// Values of all kinds: a tree of small values needs many times the text's memory.
    package var values = 500_000

    /// Limits for the answer of a server.
    package init() {}
}
