import JSON
import Testing
import Values

@Suite("What is wrong with a JSON text")
struct JSONErrorTests {
    @Test(
        "every kind has its sentence",
        arguments: [
            (JSONError.Kind.unexpectedEnd, "the JSON text ends too early"),
            (.unexpectedByte(0x0A), "the byte 0x0a is not allowed here"),
            (.unexpectedByte(0xFF), "the byte 0xff is not allowed here"), (.invalidUTF8, "the text is not UTF-8"),
            (.invalidEscape, "a string has an invalid escape"), (.invalidNumber, "a number is malformed"),
            (.inexactNumber, "a number has too many digits to be kept exactly"),
            (.tooDeep, "the brackets are nested too deep"),
            (.tooLarge(limit: 7), "the text is larger than the limit of 7"),
            (.duplicateKey, "a name occurs twice in an object"), (.missingKey, "a member is missing"),
            (.wrongValue, "a value has the wrong form"),
        ])
    func sentences(kind: JSONError.Kind, sentence: String) {
        #expect(JSONError(kind, at: nil).description == sentence)
        #expect(JSONError(kind, at: 3).description == sentence + " (at byte 3)")
        let path = JSONPath([.member("a"), .element(0)])
        #expect(JSONError(kind, at: nil, path: path).description == sentence + " (in a[0])")
        #expect(
            JSONError(kind, at: 0, path: path, expected: "b").description == sentence
                + ", expected b (in a[0], at byte 0)")
    }

    @Test("a way inwards is written with points and brackets")
    func paths() {
        #expect(JSONPath([.element(2), .member("a"), .member("b"), .element(0)]).description == "[2].a.b[0]")
        #expect(JSONPath().description.isEmpty && JSONPath().isEmpty)
        let path = JSONPath([.member("a")]).appending(.element(1))
        #expect(path.steps == [.member("a"), .element(1)] && !path.isEmpty)
    }

    @Test("a stranger's names are cut and can command nothing")
    func hostileNames() {
        let name = "\u{1B}[2J\u{202E}\u{2028}\u{2029}\u{7F}\u{9B}\u{AD}é"
        #expect(JSONPath([.member(name)]).description == "?[2J??????é")
        #expect(JSONPath([.member(String(repeating: "é", count: 64))]).description.count == 64)
        #expect(JSONPath([.member(String(repeating: "é", count: 65))]).description.count == 64)
    }

    @Test("no name comes twice, whichever and among however many", arguments: [2, 15, 16, 17, 18, 40])
    func duplicates(count: Int) throws {
        let names = (0..<count).map { "n\($0)" }
        func text(_ names: [String]) -> String { "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}" }
        #expect(try JSONNode(JSONValue(parsing: text(names))).members().map(\.name) == names)
        for name in names {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text(names + [name])) }
            #expect(error?.kind == .duplicateKey && error?.path == JSONPath([.member(name)]))
        }
    }

    @Test("as many bytes, levels and values as allowed are read, and not one more")
    func limits() throws {
        var limits = JSONLimits()
        limits.bytes = 7
        _ = try JSONValue(parsing: "[[1,2]]", limits: limits)
        #expect(throws: JSONError(.tooLarge(limit: 7), at: nil)) { try JSONValue(parsing: "[[1,23]]", limits: limits) }
        limits = JSONLimits()
        limits.values = 4
        _ = try JSONValue(parsing: "[[1,2]]", limits: limits)
        #expect(throws: JSONError.self) { try JSONValue(parsing: "[[1,2,3]]", limits: limits) }
        limits = JSONLimits()
        limits.depth = 2
        _ = try JSONValue(parsing: #"{"a":[1]}"#, limits: limits)
        #expect(throws: JSONError.self) { try JSONValue(parsing: #"{"a":[{}]}"#, limits: limits) }
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        _ = try JSONValue(parsing: deep)
        limits.depth = .max
        #expect(throws: JSONError.self) { try JSONValue(parsing: "[\(deep)]", limits: limits) }
    }

    @Test(
        "a node says what was expected and what it found, for each kind",
        arguments: [
            ("{}", "an object"), ("[]", "an array"), ("\"x\"", "a string"), ("1", "a number"),
            ("true", "true or false"),
            ("null", "null"),
        ])
    func kinds(text: String, name: String) throws {
        let node = JSONNode(try JSONValue(parsing: text))
        #expect(node.mismatch("a date").expected == "a date, found \(name)")
        #expect(node.mismatch("a date").kind == .wrongValue)
        #expect(node.isNull == (text == "null"))
        func expected<Value>(_ read: () throws(JSONError) -> Value) -> String? {
            if case .failure(let error) = Result(catching: read) { error.expected } else { nil }
        }
        let found = ", found \(name)"
        #expect(
            expected { () throws(JSONError) in try node.bool() }
                == (name == "true or false" ? nil : "true or false" + found))
        #expect(
            expected { () throws(JSONError) in try node.string() } == (name == "a string" ? nil : "a string" + found))
        #expect(
            expected { () throws(JSONError) in try node.int() } == (name == "a number" ? nil : "a whole number" + found)
        )
        #expect(
            expected { () throws(JSONError) in try node.decimal() } == (name == "a number" ? nil : "a number" + found))
        #expect(
            expected { () throws(JSONError) in try node.elements() } == (name == "an array" ? nil : "an array" + found))
        #expect(
            expected { () throws(JSONError) in try node.members() } == (name == "an object" ? nil : "an object" + found)
        )
    }

    @Test("a tree's look-ups give nil where nothing lies")
    func lookUps() throws {
        let value = try JSONValue(parsing: #"{"a":[1]}"#)
        #expect(value["a"]?[0] == 1 && value["a"]?[1] == nil && value["a"]?[-1] == nil && value["a"]?["a"] == nil)
        let twice = JSONObject([.init("a", 1), .init("a", 2)])
        #expect(twice["a"] == 1 && twice["b"] == nil)
    }

    @Test("letters beyond ASCII are not the same in either case, and an exact name wins")
    func letterCase() throws {
        let root = JSONNode(try JSONValue(parsing: #"{"É":1,"[":2,"k":3,"Zz":4,"zZ":5,"zz":6}"#), names: .ignoringCase)
        #expect(try root.optional("é") == nil && root.optional("{") == nil && root.optional("\u{212A}") == nil)
        #expect(try root.required("K").int() == 3 && root.required("zz").int() == 6)
        #expect(throws: JSONError.self) { try root.required("ZZ") }
    }

    @Test("a moment without a zone is taken only where UTC is assumed")
    func moments() throws {
        let node = JSONNode(.string("2026-03-14T15:09:26"))
        #expect(throws: JSONError.self) { try node.timestamp() }
        #expect(try node.timestamp(assumesUTC: true) == Timestamp(seconds: 1_773_500_966))
    }

    @Test("a whole number of more than 64 bits is told as that")
    func wide() throws {
        let error = #expect(throws: JSONError.self) { try JSONNode(JSONValue(parsing: "9223372036854775808")).int() }
        #expect(error?.expected == "a whole number of at most 64 bits, found a number")
    }

    @Test("the first of the required members that is missing is named, at the object's end")
    func required() throws {
        let keys = JSONKeys("a", "b", "c")
        let bytes = Array(#"{"b":1}"#.utf8)
        var cursor = JSONCursor()
        var reader = try JSONObjectReader(bytes.span, &cursor)
        while try reader.next(in: keys, bytes.span, &cursor) != nil { _ = try cursor.skipValue(bytes.span) }
        try reader.require(1, of: keys, cursor)
        let end = cursor
        #expect(throws: JSONError(.missingKey, at: 7, path: JSONPath([.member("c")]))) {
            try reader.require(1, 2, 0, of: keys, end)
        }
    }

    @Test("each integer type is written to its ends")
    func integers() {
        let bytes = JSONWriter.array { array in
            array.append(Int32.min)
            array.append(UInt16.max)
            array.append(UInt32.max)
            array.append(Int64.min)
            array.append(false)
            array.append([Bool?.none, true])
        }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "[-2147483648,65535,4294967295,-9223372036854775808,false,[null,true]]")
    }
}
