import JSON
import Testing

@Suite("Scanning")
struct JSONCursorTests {
    private func skip(_ text: String) throws(JSONError) -> Range<Int> {
        try withBytes(text) { bytes throws(JSONError) in
            var cursor = JSONCursor()
            let range = try cursor.skipValue(bytes)
            try cursor.expectEnd(bytes)
            return range
        }
    }

    @Test(
        "moves over values of every kind",
        arguments: [
            #"{"type":1,"target":"x","arguments":[{"a":[1,"]"]},2]}"#, "[]", "{}", #""a\u00e4\ud83d\ude00\"""#,
            "[[],{},null,true,false,-1.5e3]", "-0", "1e400", #"{"\u0061":{"b":[{}]}}"#,
            "123456789012345678901234567890123456789012345",
        ])
    func skips(text: String) throws {
        #expect(try skip(" \t\r\n\(text) \n") == 4..<4 + text.utf8.count)
    }

    @Test(
        "refuses what isn't one strict JSON value, and says where",
        arguments: [
            ("", JSONError(.unexpectedEnd, at: 0)), ("{", JSONError(.unexpectedEnd, at: 1)),
            (#"{"a":1}x"#, JSONError(.unexpectedByte(0x78), at: 7)),
            (#"{"a":1,}"#, JSONError(.unexpectedByte(0x7D), at: 7)), ("[1,]", JSONError(.invalidNumber, at: 3)),
            (#"{"a":01}"#, JSONError(.invalidNumber, at: 5)), (#"{"a":1.}"#, JSONError(.invalidNumber, at: 5)),
            ("[+1]", JSONError(.invalidNumber, at: 1)), ("[.5]", JSONError(.invalidNumber, at: 1)),
            ("[1e]", JSONError(.invalidNumber, at: 3)), ("[NaN]", JSONError(.invalidNumber, at: 1)),
            (#"["\ud800"]"#, JSONError(.invalidEscape, at: 2)), (#"["\udc00"]"#, JSONError(.invalidEscape, at: 2)),
            (#"["\ud800\u0041"]"#, JSONError(.invalidEscape, at: 2)), (#"["\q"]"#, JSONError(.invalidEscape, at: 2)),
            (#"["\u12g4"]"#, JSONError(.invalidEscape, at: 6)), ("[tru]", JSONError(.unexpectedByte(0x5D), at: 4)),
            ("[1}", JSONError(.unexpectedByte(0x7D), at: 2)), ("[\"\u{1}\"]", JSONError(.unexpectedByte(1), at: 2)),
            ("[1 2]", JSONError(.unexpectedByte(0x32), at: 3)), (#"{"a" 1}"#, JSONError(.unexpectedByte(0x31), at: 5)),
            ("{1:1}", JSONError(.unexpectedByte(0x31), at: 1)), ("'a'", JSONError(.invalidNumber, at: 0)),
            ("// x", JSONError(.invalidNumber, at: 0)), (#""abc"#, JSONError(.unexpectedEnd, at: 4)),
        ])
    func refuses(text: String, error: JSONError) {
        #expect(throws: error) { try skip(text) }
    }

    @Test("reads 64 levels and refuses 65")
    func depth() throws {
        func text(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        _ = try skip(text(64))
        #expect(throws: JSONError(.tooDeep, at: 64)) { try skip(text(65)) }
        #expect(throws: JSONError.self) { try skip(String(repeating: "{\"a\":", count: 100_000)) }
    }

    @Test("refuses every truncation")
    func truncation() {
        let text = #"{"type":1,"target":"x\u00e4\ud83d\ude00","n":null,"arguments":[1.5e2,{"a":true}],"f":false}"#
        for count in 0..<text.utf8.count {
            #expect(throws: JSONError.self) { try skip(String(text.prefix(count))) }
        }
    }

    @Test("survives every changed byte")
    func mutation() {
        let bytes = Array(#"{"t":1,"s":"x\u00e4\ud83d\ude00","n":null,"a":[1.5e2,-0,{"a":true}],"f":false}"#.utf8)
        for index in bytes.indices {
            for byte in UInt8(0)...255 {
                var changed = bytes
                changed[index] = byte
                // Whatever it says, it must not trap, and the tree must agree with the scanner about the grammar.
                let scanned = (try? JSONFragment(parsing: changed)) != nil
                let tree = Result { () throws(JSONError) in try JSONValue(parsing: changed) }
                switch tree {
                case .success: #expect(scanned)
                case .failure(let error): #expect(scanned == (error.kind == .duplicateKey))
                }
            }
        }
    }

    @Test("finds quotes, backslashes and controls at every place of a word, and none behind them")
    func words() throws {
        for length in 0..<40 {
            let text = "\"" + String(repeating: "x", count: length) + "\""
            #expect(try skip(text) == 0..<length + 2)
            #expect(throws: JSONError(.unexpectedByte(0x1F), at: length + 1)) {
                try skip("\"" + String(repeating: "x", count: length) + "\u{1F}yyyyyyyyyy\"")
            }
            #expect(throws: JSONError(.invalidEscape, at: length + 1)) {
                try skip(
                    "\"" + String(repeating: "é", count: length / 2) + (length % 2 == 1 ? "x" : "") + "\\xyyyyyyyyy\"")
            }
        }
    }
}
