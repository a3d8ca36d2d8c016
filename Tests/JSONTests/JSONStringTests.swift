import JSON
import Testing
import Values

@Suite("Strings in JSON")
struct JSONStringTests {
    private func value(_ text: String) throws(JSONError) -> String {
        try withBytes(text) { bytes throws(JSONError) in
            var cursor = JSONCursor()
            let value = try cursor.stringValue(bytes)
            try cursor.expectEnd(bytes)
            return value
        }
    }

    @Test(
        "each escape stands for its character",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000""#, "\u{0}"), (#""\u00e9\u00E9""#, "éé"),
            (#""\uD83D\uDE00""#, "😀"), (#""\ud800\udc00""#, "\u{10000}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
            (#""\ud7ff\ue000""#, "\u{D7FF}\u{E000}"), (#""a\u0062c""#, "abc"), (#""\\u0041""#, "\\u0041"),
        ])
    func escapes(text: String, expected: String) throws {
        #expect(try value(text).utf8.elementsEqual(expected.utf8))
        #expect(try JSONValue(parsing: text) == .string(expected))
    }

    @Test(
        "half a pair, a wrong letter or digit is told at its place",
        arguments: [
            (#""\ud800""#, 1), (#""\udbff\ue000""#, 1), (#""\udc00""#, 1), (#""\udfff\ud800""#, 1),
            (#""\ud800\n""#, 1), (#""\ud800x""#, 1), (#""a\x""#, 2), (#""\U0041""#, 1), (#""\u004G""#, 6),
            (#""\u 041""#, 3), (#""\ud800\u00zz""#, 1), (#""\'""#, 1), (#""\0""#, 1), (#""\u+041""#, 3),
        ])
    func wrongEscapes(text: String, offset: Int) {
        #expect(throws: JSONError(.invalidEscape, at: offset)) { try value(text) }
    }

    @Test(
        "an escape that is cut is an end", arguments: [#""\"#, #""\u"#, #""\u004"#, #""\u0041"#, #""\""#, #""a"#, "\""])
    func cut(text: String) {
        #expect(throws: JSONError(.unexpectedEnd, at: text.utf8.count)) { try value(text) }
    }

    @Test("every control character is refused, also behind an escape", arguments: 0..<32)
    func controls(code: Int) {
        let control = String(Unicode.Scalar(UInt8(code)))
        #expect(throws: JSONError(.unexpectedByte(UInt8(code)), at: 2)) { try value("\"a\(control)\"") }
        #expect(throws: JSONError(.unexpectedByte(UInt8(code)), at: 3)) { try value("\"\\n\(control)\"") }
    }

    @Test("every scalar comes back from its escapes")
    func everyScalar() throws {
        for plane in 0..<0x11 {
            var (text, expected) = ("\"", String.UnicodeScalarView())
            for code in stride(from: plane << 16, to: (plane + 1) << 16, by: plane == 0 ? 1 : 97) {
                guard let scalar = Unicode.Scalar(UInt32(code)) else { continue }
                expected.append(scalar)
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
            #expect(try value(text + "\"").unicodeScalars.elementsEqual(expected))
        }
    }

    @Test("a name equals a word whatever its escapes, and only as a whole")
    func equality() throws {
        func key(_ text: String, equals word: StaticString) throws -> Bool {
            try withBytes("{\"\(text)\":1}") { bytes throws(JSONError) in
                var cursor = JSONCursor()
                try cursor.expect(UInt8(ascii: "{"), bytes)
                var isFirst = true
                let key = try cursor.nextKey(bytes, isFirst: &isFirst)
                #expect(!isFirst)
                return key?.equals(word, bytes) ?? false
            }
        }
        #expect(try key("type", equals: "type") && key("t\\u0079pe", equals: "type"))
        for other in ["typ", "types", "Type", "typo", "", "\\u0074yp", "t\\u0059pe"] {
            #expect(try !key(other, equals: "type"), "\(other)")
        }
    }

    @Test("members come one by one, and the end is told once")
    func members() throws {
        try withBytes(#" { "a" : 1 , "b":2} "#) { bytes throws(JSONError) in
            var (cursor, isFirst) = (JSONCursor(), true)
            try cursor.expect(UInt8(ascii: "{"), bytes)
            var found: [String] = []
            while let key = try cursor.nextKey(bytes, isFirst: &isFirst) {
                found.append(try key.string(in: bytes) + "\(try cursor.intValue(bytes))")
            }
            try cursor.expectEnd(bytes)
            #expect(found == ["a1", "b2"])
        }
    }

    @Test("a string is found again in bytes that begin elsewhere")
    func shifted() throws {
        let string = JSONString(range: 3..<5, hasEscapes: true)
        #expect(string.shifted(by: 4) == JSONString(range: 7..<9, hasEscapes: true))
        #expect(string.shifted(by: -3) == JSONString(range: 0..<2, hasEscapes: true))
    }

    @Test("null is skipped, and what only begins like it is not")
    func null() throws {
        func skips(_ text: String) throws -> Bool {
            try withBytes(text) { bytes throws(JSONError) in
                var cursor = JSONCursor()
                let isNull = try cursor.skipNull(bytes)
                #expect(cursor.offset == (isNull ? 5 : 1))
                return isNull
            }
        }
        #expect(try skips(" null") && !skips(" 1234") && !skips(" \"ull\""))
        #expect(throws: JSONError(.unexpectedByte(UInt8(ascii: "x")), at: 4)) { try skips(" nulx") }
        #expect(throws: JSONError(.unexpectedEnd, at: 3)) { try skips(" nu") }
    }

    @Test(
        "a typed value that isn't there says what was expected and where",
        arguments: [
            ("s", " 1", JSONError(.wrongValue, at: 1, expected: "a string")),
            ("s", " null", JSONError(.wrongValue, at: 1, expected: "a string")),
            ("b", " \"true\"", JSONError(.wrongValue, at: 1, expected: "true or false")),
            ("b", " tru", JSONError(.unexpectedEnd, at: 4)), ("b", " fals!", JSONError(.unexpectedByte(0x21), at: 5)),
            ("i", " \"1\"", JSONError(.wrongValue, at: 1, expected: "a number")),
            ("i", " 1.5", JSONError(.wrongValue, at: 1, expected: "a whole number of at most 64 bits")),
            ("i", " +1", JSONError(.wrongValue, at: 1, expected: "a number")),
            ("a", " {}", JSONError(.wrongValue, at: 1, expected: "an array")),
            ("t", " 1", JSONError(.wrongValue, at: 1, expected: "a moment in ISO 8601")),
            ("t", " \"2026-03-14T15:09:26\"", JSONError(.wrongValue, at: 2, expected: "a moment in ISO 8601")),
            ("t", " \"\\u0032026-03-14T15:09:26Z\"", JSONError(.wrongValue, at: 2, expected: "a moment in ISO 8601")),
            ("u", " 1", JSONError(.wrongValue, at: 1, expected: "a UUID")),
        ])
    func expectations(kind: String, text: String, error: JSONError) {
        #expect(throws: error) {
            try withBytes(text) { bytes throws(JSONError) in
                var cursor = JSONCursor()
                switch kind {
                case "s": _ = try cursor.stringValue(bytes)
                case "b": _ = try cursor.bool(bytes)
                case "i": _ = try cursor.intValue(bytes)
                case "t": _ = try cursor.timestampValue(bytes)
                case "u": _ = try cursor.uuidValue(bytes)
                default: try cursor.arrayValue(bytes) { _, _ throws(JSONError) in }
                }
            }
        }
    }

    @Test("a moment without a zone is read where that is asked for, and null is no text")
    func alternatives() throws {
        try withBytes(#"["2026-03-14T15:09:26",null,"x",[],[1,2]]"#) { bytes throws(JSONError) in
            var cursor = JSONCursor()
            try cursor.expect(UInt8(ascii: "["), bytes)
            #expect(try cursor.timestampValue(bytes, assumesUTC: true) == Timestamp(seconds: 1_773_500_966))
            try cursor.expect(UInt8(ascii: ","), bytes)
            #expect(try cursor.nullableString(bytes) == nil)
            try cursor.expect(UInt8(ascii: ","), bytes)
            #expect(try cursor.nullableString(bytes) == "x")
            var counts: [Int] = []
            for _ in 0..<2 {
                try cursor.expect(UInt8(ascii: ","), bytes)
                var count = 0
                try cursor.arrayValue(bytes) { bytes, cursor throws(JSONError) in count += try cursor.intValue(bytes) }
                counts.append(count)
            }
            #expect(counts == [0, 3])
        }
    }
}
