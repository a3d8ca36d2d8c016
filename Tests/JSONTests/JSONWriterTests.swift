import JSON
import Testing
import Values

@Suite("Writing")
struct JSONWriterTests {
    private struct Refusal: Error {}

    @Test("puts commas, colons and brackets where they belong")
    func structure() throws {
        var writer = JSONWriter(capacity: 64)
        try writer.object { (object) throws(JSONError) in
            object.set("type", 1)
            object.object("empty") { _ in }
            object.array("list") { array in
                array.append("a")
                array.object { $0.set("b", true) }
                array.array { $0.append([Int]()) }
                array.appendNull()
            }
            object.set("raw", try JSONFragment(parsing: " [1.50, {}] "))
            object.setNull("none")
        }
        #expect(
            writer.text
                == #"{"type":1,"empty":{},"list":["a",{"b":true},[[]],null],"raw":[1.50, {}],"none":null}"#)
    }

    @Test("writes each type exactly")
    func types() throws {
        let amount = try #require(Decimal("-0.50"))
        let bytes = JSONWriter.array { array in
            array.append(Int.min)
            array.append(UInt64.max)
            array.append(amount)
            array.append(Timestamp(seconds: 1_773_500_966, nanoseconds: 535_897_900))
            array.append(Int?.none)
            array.append(["x"][...].first)
            array.append("ab".dropFirst())
        }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"[-9223372036854775808,18446744073709551615,-0.50,"2026-03-14T15:09:26.5358979Z",null,"x","b"]"#)
    }

    @Test("leaves out what isn't there only where asked to")
    func optionals() {
        let bytes = JSONWriter.object { object in
            object.set("a", ifPresent: String?.none)
            object.set("b", ifPresent: 1)
            object.set("c", String?.none)
        }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"b":1,"c":null}"#)
    }

    @Test(
        "escapes what could end a string, a line or a terminal's patience",
        arguments: [
            ("\"\\/", #""\"\\/""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\0\u{1B}[2J", #""\u0000\u001b[2J""#),
            ("\u{7F}\u{9B}\u{85}\u{A0}é", "\"\\u007f\\u009b\\u0085\u{A0}é\""),
            ("a\u{2028}b\u{2029}c…€", #""a\u2028b\u2029c…€""#), ("\r\n", #""\r\n""#), ("😀日本", "\"😀日本\""), ("", "\"\""),
        ])
    func escapes(text: String, expected: String) throws {
        #expect(JSONFragment(text).text == expected)
        let object = JSONWriter.object { $0.set(text, 1) }
        #expect(object == Array("{\(expected):1}".utf8))
        #expect(try JSONNode(JSONValue(parsing: expected)).string().utf8.elementsEqual(text.utf8))
    }

    @Test("gives every Unicode scalar back")
    func everyScalar() throws {
        for plane in 0..<0x11 {
            var text = String.UnicodeScalarView()
            for value in plane << 16..<(plane + 1) << 16 {
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            let written = JSONFragment(String(text))
            #expect(try JSONValue(parsing: written.bytes) == .string(String(text)))
        }
    }

    @Test("lets an error of the caller through")
    func throwing() {
        #expect(throws: Refusal.self) {
            _ = try JSONWriter.object { (_: inout JSONObjectWriter) throws(Refusal) in throw Refusal() }
        }
    }

    @Test(
        "takes over only fragments that are one JSON value",
        arguments: ["", "1 2", "{", "]", #"{"a":1},"b":2"#, "\"\\ud800\"", "// x\n1"])
    func fragments(text: String) {
        #expect(throws: JSONError.self) { try JSONFragment(parsing: text) }
        #expect(throws: JSONError(.invalidUTF8, at: 0)) { try JSONFragment(parsing: [0x22, 0xFF, 0x22]) }
    }
}
