import JSON
import TestNumbers
import Testing

@Suite("Any JSON")
struct JSONRoundTripTests {
    private static func samples(_ count: Int = 400) -> [(value: JSONValue, text: String)] {
        var random = RandomJSON(numbers: SeededNumbers(seed: 5))
        return (0..<count).map { _ in
            let value = random.value()
            return (value, random.text(of: value))
        }
    }

    /// Swift's strings are equal in any normal form; what was sent is bytes.
    private static func bytes(_ value: JSONValue) -> [UInt8] { JSONFragment(value).bytes }

    @Test("is the same value after it was written with other blanks and escapes")
    func roundTrip() throws {
        for (value, text) in Self.samples() {
            #expect(try Self.bytes(JSONValue(parsing: text)) == Self.bytes(value), "\(text)")
            #expect(try Self.bytes(JSONValue(parsing: value.description)) == Self.bytes(value))
        }
    }

    @Test("is moved over by the cursor exactly, from any place")
    func skipped() throws {
        for (_, text) in Self.samples() {
            let range = try withBytes("xx" + text + "]") { bytes throws(JSONError) in
                var cursor = JSONCursor(offset: 2)
                let range = try cursor.skipValue(bytes)
                #expect(cursor.offset == range.upperBound)
                return range
            }
            let leading = text.utf8.prefix { $0 <= 0x20 }.count
            let trailing = text.utf8.reversed().prefix { $0 <= 0x20 }.count
            #expect(range == 2 + leading..<2 + text.utf8.count - trailing)
        }
    }

    @Test("is refused when it is cut inside, at every byte")
    func cut() {
        for (value, text) in Self.samples(60) {
            if case .number = value { continue }
            let bytes = Array(text.utf8)
            let end = bytes.count - bytes.reversed().prefix { $0 <= 0x20 }.count
            for count in 0..<end {
                #expect(throws: JSONError.self) { try JSONFragment(parsing: Array(bytes[..<count])) }
                #expect(throws: JSONError.self) { try JSONValue(parsing: Array(bytes[..<count])) }
            }
        }
    }

    @Test("has an outline with the same kinds, counts and texts in the same order as its tree")
    func outlined() throws {
        var outline = JSONOutline()
        for (value, text) in Self.samples() {
            let bytes = Array(text.utf8)
            var cursor = JSONCursor()
            try outline.read(bytes.span, &cursor)
            var expected: [String] = []
            Self.describe(value, into: &expected)
            let found = outline.places.map { place -> String in
                switch place.kind {
                case .object: "object \(place.count)"
                case .array: "array \(place.count)"
                case .string: "string \(place.string.text(bytes.span))"
                case .name: "name \(place.string.text(bytes.span))"
                case .number: "number \(String(decoding: bytes[place.range], as: UTF8.self))"
                case .yes: "yes"
                case .no: "no"
                case .null: "null"
                }
            }
            #expect(found == expected)
            #expect(outline.places[0].next == outline.places.count)
            for (index, place) in outline.places.enumerated() where place.kind != .name {
                #expect(place.next > index && place.next <= outline.places.count)
            }
        }
    }

    private static func describe(_ value: JSONValue, into list: inout [String]) {
        switch value {
        case .object(let object):
            list.append("object \(object.members.count)")
            for member in object.members {
                list.append("name \(member.name)")
                describe(member.value, into: &list)
            }
        case .array(let elements):
            list.append("array \(elements.count)")
            for element in elements { describe(element, into: &list) }
        case .string(let text): list.append("string \(text)")
        case .number(let number): list.append("number \(number)")
        case .bool(let flag): list.append(flag ? "yes" : "no")
        case .null: list.append("null")
        }
    }

    @Test("has all its known members found, in any order, with blanks and escapes, up to the text's last byte")
    func members() throws {
        let names: [StaticString] = ["a", "id", "name", "abcdefghijklmno", "abcdefghijklmnop"]
        let keys = JSONKeys("a", "id", "name", "abcdefghijklmno", "abcdefghijklmnop")
        let others = ["abcdefghijklmnopq", "i", "idx", "A", "", "b"]
        var random = RandomJSON(numbers: SeededNumbers(seed: 9))
        for round in 0..<600 {
            var chosen = (names.map(\.description) + others).shuffled(using: &random.numbers)
            // In the order of the keys, where each name is guessed.
            if round % 3 == 0 { chosen = names.map(\.description) }
            chosen = Array(chosen.prefix(Int.random(in: 0...chosen.count, using: &random.numbers)))
            let object = JSONValue.object(
                JSONObject(chosen.enumerated().map { .init($1, .number(JSONNumberText($0))) }))
            let text = round % 2 == 0 ? object.description : random.text(of: object)
            var found: [String: Int] = [:]
            let bytes = Array(text.utf8)
            var cursor = JSONCursor()
            var reader = try JSONObjectReader(bytes.span, &cursor)
            while let key = try reader.next(in: keys, bytes.span, &cursor) {
                found[names[key].description] = try cursor.intValue(bytes.span)
            }
            try cursor.expectEnd(bytes.span)
            let expected = chosen.enumerated().filter { !others.contains($0.element) }
            #expect(found == Dictionary(uniqueKeysWithValues: expected.map { ($0.element, $0.offset) }), "\(text)")
            for (number, name) in names.enumerated() {
                #expect(reader.has(number) == chosen.contains(name.description))
            }
        }
    }

    @Test(
        "a name that is guessed is taken only behind a comma and in front of a colon",
        arguments: [
            #"{"a":1;"id":2,"x":"a long enough tail"}"#, #"{"a":1 "id":2,"x":"a long enough tail"}"#,
            #"{"a":1,"id";2,"x":"a long enough tail"}"#, #"{"a":1,'id":2,"x":"a long enough tail"}"#,
            #"{"a":1,"id':2,"x":"a long enough tail"}"#, #"["a":1,"id":2,"x":"a long enough tail"}"#,
        ])
    func guessed(text: String) {
        let keys = JSONKeys("a", "id", "name")
        #expect(throws: JSONError.self) {
            try withBytes(text) { bytes throws(JSONError) in
                var cursor = JSONCursor()
                var reader = try JSONObjectReader(bytes, &cursor)
                while try reader.next(in: keys, bytes, &cursor) != nil { _ = try cursor.skipValue(bytes) }
            }
        }
    }
}
