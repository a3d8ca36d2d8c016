import JSON
import Testing

@Suite("Outlines")
struct JSONOutlineTests {
    private func outline(_ text: String, at offset: Int = 0) throws(JSONError) -> (JSONOutline, end: Int) {
        try withBytes(text) { bytes throws(JSONError) in
            var cursor = JSONCursor(offset: offset)
            var outline = JSONOutline()
            try outline.read(bytes, &cursor)
            return (outline, cursor.offset)
        }
    }

    @Test("places stand in the order of the text, a container in front of what is in it")
    func places() throws {
        let (outline, end) = try outline(#"[1,{"a":[],"b":{"c":"x"}} , true]xy"#.padded, at: 3)
        let places = outline.places
        #expect(
            places.map(\.kind) == [
                .array, .number, .object, .name, .array, .name, .object, .name, .string, .yes,
            ])
        #expect([0, 2, 4, 6].map { places[$0].count } == [3, 2, 0, 1])
        #expect([0, 1, 2, 4, 6, 8].map { places[$0].next } == [10, 2, 9, 5, 9, 9])
        #expect(places[8].range == 24..<25)
        #expect(end == 3 + 33)
    }

    @Test("one that is read again keeps nothing, also of a text that ended too early")
    func again() throws {
        let places = try withBytes(#"[{"a":[1[true]"#) { bytes throws(JSONError) in
            var outline = JSONOutline()
            var cursor = JSONCursor()
            do throws(JSONError) {
                try outline.read(bytes, &cursor)
            } catch {
                #expect(error == JSONError(.unexpectedByte(UInt8(ascii: "[")), at: 8))
            }
            cursor = JSONCursor(offset: 8)
            try outline.read(bytes, &cursor)
            return outline.places
        }
        #expect(places.map(\.kind) == [.array, .yes])
        #expect(places[0].count == 1 && places[0].next == 2)
    }

    @Test("an object says whether its names can be compared as they stand, and only its own count")
    func intricateNames() throws {
        #expect(try outline(#"{"a":"\n","b":{}}"#).0.places[0].isIntricate == false)
        #expect(try outline(#"{"\u0061":1}"#).0.places[0].isIntricate)
        let places = try outline(#"{"a":{"é":1}}"#).0.places
        #expect(!places[0].isIntricate && places[2].isIntricate)
    }

    @Test(
        "takes and refuses what the cursor does, with the same error",
        arguments: [
            "", "{", #"{"a":1,}"#, "[1,]", #"{"a":01}"#, #"["\ud800"]"#, "[tru]", "[1}", "[1 2]", #"{"a" 1}"#, "{1:1}",
            "'a'",
            " [ ] ", "{}", "-1.5e3", "1e400", #"{"a":{"b":[{}]}}"#, "[[],{},null,true,false]", "]", "[}", #"{"a":}"#,
            "nul",
            String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
            String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
        ])
    func agrees(_ text: String) {
        let skipped = Result { () throws(JSONError) -> Int in
            try withBytes(text) { bytes throws(JSONError) in
                var cursor = JSONCursor()
                _ = try cursor.skipValue(bytes)
                return cursor.offset
            }
        }
        #expect(Result { () throws(JSONError) -> Int in try outline(text).end } == skipped)
    }

    @Test(
        "a whole number may be written with a fraction or an exponent",
        arguments: [
            ("1.0", 1), ("1e2", 100), ("120e-1", 12), ("-0", 0), ("-9223372036854775808", Int64.min), ("1.5", nil),
            ("9223372036854775808", nil), ("1e30", nil), ("1e-1", nil), ("0e-3", 0),
        ])
    func wholeNumbers(_ text: String, _ value: Int64?) throws {
        let number = try withBytes(text) { bytes throws(JSONError) in
            var cursor = JSONCursor()
            return try cursor.number(bytes)
        }
        #expect(number.integer(as: Int64.self) == value)
    }
}

extension String {
    /// With three bytes of something else in front.
    fileprivate var padded: String { "xyz" + self }
}
