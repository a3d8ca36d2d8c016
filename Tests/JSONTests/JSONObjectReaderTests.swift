import JSON
import Testing
import Values

/// A typed model as a hot path reads it.
private struct Record: Equatable {
    var id = ""
    var amount = Decimal.zero
    var createdAt: Timestamp?
    var notes: String?
    var isOpen = false
    var count = 0
    var tags: [String] = []

    static let keys = JSONKeys("id", "amount", "createdAt", "notes", "isOpen", "count", "tags")

    init(_ text: String) throws(JSONError) {
        self = try withBytes(text) { bytes throws(JSONError) in
            var cursor = JSONCursor()
            let record = try Record(bytes, &cursor)
            try cursor.expectEnd(bytes)
            return record
        }
    }

    init(_ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor) throws(JSONError) {
        var object = try JSONObjectReader(bytes, &cursor)
        while let key = try object.next(in: Self.keys, bytes, &cursor) {
            switch key {
            case 0: id = try cursor.stringValue(bytes)
            case 1: amount = try cursor.decimalValue(bytes)
            case 2: createdAt = try cursor.timestampValue(bytes)
            case 3: notes = try cursor.nullableString(bytes)
            case 4: isOpen = try cursor.bool(bytes)
            case 5: count = try cursor.intValue(bytes)
            default:
                var tags: [String] = []
                try cursor.arrayValue(bytes) { bytes, cursor throws(JSONError) in
                    tags.append(try cursor.stringValue(bytes))
                }
                self.tags = tags
            }
        }
        try object.require(0, 1, of: Self.keys, cursor)
    }
}

@Suite("Typed models from the text")
struct JSONObjectReaderTests {
    @Test(
        "read members in any order, with unknown ones, white space and escapes between",
        arguments: [
            #"{"id":"a","amount":12.10,"createdAt":"2026-03-14T15:09:26.5Z","notes":null,"isOpen":true,"count":3,"tags":["x","y"]}"#,
            #"{"tags":["x","y"],"count":3,"isOpen":true,"notes":null,"createdAt":"2026-03-14T15:09:26.5Z","amount":12.10,"id":"a"}"#,
            " { \"x\" : [ { } , 1e999 ] , \"id\" : \"\\u0061\" ,\r\n\t\"\\u0061mount\":12.10, \"createdAt\" :\"2026-03-14T16:09:26.500+01:00\",\"isOpen\":true,\"count\":3,\"tags\" : [ \"x\" , \"y\" ] } ",
        ])
    func reads(text: String) throws {
        let record = try Record(text)
        #expect(record.id == "a" && record.amount.description == "12.10" && record.notes == nil && record.isOpen)
        #expect(record.createdAt == Timestamp(seconds: 1_773_500_966, nanoseconds: 500_000_000))
        #expect(record.count == 3 && record.tags == ["x", "y"])
    }

    @Test(
        "say what is wrong where",
        arguments: [
            (#"{"id":"a"}"#, JSONError.Kind.missingKey, 10, "amount"),
            (#"{"id":"a","amount":1,"id":"b"}"#, .duplicateKey, 26, "id"),
            (#"{"id":"a","amount":1,"\u0069d":"b"}"#, .duplicateKey, 31, "id"),
            (#"{"id":1}"#, .wrongValue, 6, ""), (#"{"amount":"1"}"#, .wrongValue, 10, ""),
            (#"{"isOpen":1}"#, .wrongValue, 10, ""), (#"{"count":1.5}"#, .wrongValue, 9, ""),
            (#"{"createdAt":"yesterday"}"#, .wrongValue, 14, ""), (#"{"tags":{}}"#, .wrongValue, 8, ""),
            (#"{"amount":123456789012345678901234567890123456789}"#, .inexactNumber, 10, ""),
            (#"[1]"#, .unexpectedByte(0x5B), 0, ""), (#"{"id":"a","amount":1"#, .unexpectedEnd, 20, ""),
        ])
    func errors(text: String, kind: JSONError.Kind, offset: Int, path: String) {
        let error = #expect(throws: JSONError.self) { try Record(text) }
        #expect(error?.kind == kind && error?.offset == offset && error?.path.description == path)
    }

    @Test("don't confuse a name with a longer one, nor with one that has a NUL")
    func similarNames() throws {
        let keys = JSONKeys("id", "abcdefghijklmnop")
        func found(_ text: String) throws -> [Int] {
            try withBytes(text) { bytes throws(JSONError) in
                var cursor = JSONCursor()
                var object = try JSONObjectReader(bytes, &cursor)
                var found: [Int] = []
                while let key = try object.next(in: keys, bytes, &cursor) {
                    found.append(key)
                    _ = try cursor.skipValue(bytes)
                }
                return found
            }
        }
        #expect(try found(#"{"idx":1,"i":1,"":1,"id\u0000":1,"ID":1,"abcdefghijklmnopq":1}"#).isEmpty)
        #expect(try found(#"{"abcdefghijklmnop":1,"id":1}"#) == [1, 0])
        #expect(try found(#"{"id":1}"#) == [0])
    }

    @Test("gives no text of bytes that are none, also where nobody has checked them before")
    func noText() throws {
        // An overlong slash, half a character, and one that is cut by the quote.
        for part: [UInt8] in [[0xC0, 0xAF], [0x80], [0xE2, 0x82]] {
            let bytes = [UInt8(ascii: "\"")] + Array("a".utf8) + part + [UInt8(ascii: "\"")]
            var cursor = JSONCursor()
            let error = #expect(throws: JSONError.self) { try cursor.stringValue(bytes.span) }
            #expect(error == JSONError(.invalidUTF8, at: 1))
        }
        for count in 1...20 {
            for place in 0..<count {
                var bytes = Array("\"\(String(repeating: "a", count: count))\"".utf8)
                bytes[1 + place] = 0xFF
                var cursor = JSONCursor()
                #expect(throws: JSONError.self, "\(place) of \(count)") { try cursor.stringValue(bytes.span) }
            }
        }
        let bytes = Array(#""ä\u00e4€""#.utf8)
        var cursor = JSONCursor()
        #expect(try cursor.stringValue(bytes.span) == "ää€")
    }
}
