import JSON
import Testing
import Values

@Suite("Trees")
struct JSONValueTests {
    @Test("keep the order of members and the digits of numbers")
    func roundTrip() throws {
        let text = #"{"b":[1.50,33.333333333333333333333333333,1e400,"x\n😀"],"a":{"":null,"t":true,"f":false},"c":[]}"#
        let value = try JSONValue(parsing: " \(text)\n")
        #expect(value.description == text)
        #expect(value["b"]?[0] == .number(try #require(JSONNumberText("1.50"))))
        #expect(value["a"]?[""] == .null && value["x"] == nil && value["b"]?[9] == nil && value[0] == nil)
    }

    @Test("can be written as literals")
    func literals() throws {
        let value: JSONValue = ["n": 1, "list": ["x", true, nil]]
        #expect(try JSONValue(parsing: #"{"n":1,"list":["x",true,null]}"#) == value)
    }

    @Test(
        "say byte and path of what is wrong",
        arguments: [
            (#"{"a":[1,{"b":tru}]}"#, "the byte 0x7d is not allowed here (in a[1].b, at byte 16)"),
            (#"{"a":1,"a":2}"#, "a name occurs twice in an object (in a, at byte 7)"),
            (#"{"a":{"b":1,"\u0062":2}}"#, "a name occurs twice in an object (in a.b, at byte 12)"),
            ("[[1,2,x]]", "a number is malformed (in [0][2], at byte 6)"),
            ("{} {}", "the byte 0x7b is not allowed here (at byte 3)"),
            ("{\"a\u{202E}\u{1B}\":[}", "a number is malformed (in a??[0], at byte 12)"),
        ])
    func errors(text: String, message: String) {
        let error = #expect(throws: JSONError.self) {
            try JSONValue(parsing: text.replacing("\u{1B}", with: "\\u001b"))
        }
        let expected = text.contains("\u{1B}") ? message.replacing("12", with: "15") : message
        #expect(error?.description == expected)
    }

    @Test("take one name in two normal forms for two names, as the bytes are")
    func canonicalEquivalence() throws {
        let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(try JSONNode(value).members().count == 2)
    }

    @Test("find a name that comes twice among many")
    func manyNames() {
        let names = (0..<1_000).map { "\"n\($0)\":0" } + ["\"n500\":1"]
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "{\(names.joined(separator: ","))}") }
        #expect(error?.kind == .duplicateKey)
    }

    @Test("end at the limits of size, depth and number")
    func limits() throws {
        var limits = JSONLimits()
        (limits.bytes, limits.depth, limits.values) = (20, 2, 5)
        _ = try JSONValue(parsing: "[[1],2,3]", limits: limits)
        #expect(throws: JSONError(.tooLarge(limit: 20), at: nil)) {
            try JSONValue(parsing: String(repeating: " ", count: 21), limits: limits)
        }
        #expect(throws: JSONError(.tooDeep, at: 2, path: JSONPath([.element(0), .element(0)]))) {
            try JSONValue(parsing: "[[[1]]]", limits: limits)
        }
        #expect(throws: JSONError(.tooLarge(limit: 5), at: 9, path: JSONPath([.element(4)]))) {
            try JSONValue(parsing: "[1,2,3,4,5]", limits: limits)
        }
        limits.bytes = .max
        limits.depth = .max
        limits.values = .max
        #expect(throws: JSONError.self) {
            try JSONValue(parsing: String(repeating: "[", count: 1_000_000), limits: limits)
        }
    }

    @Test("refuse bytes that are not UTF-8")
    func invalidUTF8() {
        for bad: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80]] {
            #expect(throws: JSONError(.invalidUTF8, at: 0)) { try JSONValue(parsing: [0x22] + bad + [0x22]) }
        }
    }
}
