/// Reads an object's known members straight from the text, for typed models on a hot path.
///
///     let keys = JSONKeys("name", "age")  // made once: 0 is the name, 1 the age
///     var object = try JSONObjectReader(bytes, &cursor)
///     while let key = try object.next(in: keys, bytes, &cursor) {
///         switch key {
///         case 0: name = try cursor.stringValue(bytes)
///         default: age = try cursor.intValue(bytes)
///         }
///     }
///     try object.require(0, 1, of: keys, cursor)
///
/// After each key the caller reads exactly one value. Unknown members are checked and skipped; a known name that comes
/// twice is an error, since two readers could take different ones.
public struct JSONObjectReader: Sendable {
    private var isFirst = true
    private var previous = -1
    /// One bit for each name.
    private var seen: UInt64 = 0

    /// Moves over the `{`.
    @inline(__always)
    public init(_ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor) throws(JSONError) {
        try cursor.expect(UInt8(ascii: "{"), bytes)
    }

    /// Moves in front of the value of the next member whose name is in `keys`, or over the object's end.
    ///
    /// - Returns: The name's number in `keys`; `nil` after `}`.
    @inline(__always)
    public mutating func next(
        in keys: JSONKeys, _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) -> Int? {
        guard let key = try cursor.nextKnownKey(bytes, in: keys, after: previous, isFirst: &isFirst) else { return nil }
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: key)
        guard seen & bit == 0 else {
            throw JSONError(.duplicateKey, at: cursor.offset, path: JSONPath([.member(keys.name(key))]))
        }
        seen |= bit
        previous = key
        return key
    }

    /// Whether the member with this number was there.
    public func has(_ key: Int) -> Bool { seen >> UInt64(truncatingIfNeeded: key) & 1 == 1 }

    /// Throws `missingKey` unless all these members were there.
    public func require(
        _ required: Int..., of keys: JSONKeys, _ cursor: JSONCursor
    ) throws(JSONError) {
        for key in required where !has(key) {
            throw JSONError(.missingKey, at: cursor.offset, path: JSONPath([.member(keys.name(key))]))
        }
    }
}
