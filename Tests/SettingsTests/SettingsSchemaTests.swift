import JSON
import Testing
import TextFormats
import Values

@testable import Settings

@Suite("The schema of settings")
struct SettingsSchemaTests {
    private struct Listed: SettingsSection {
        init(reading reader: inout SettingsReader) {
            _ = reader.values("colours", .text, default: "red", help: "H.")
            _ = reader.value("count", .integer(in: -1...9), default: "3", help: "H.")
            _ = reader.value("flag", .boolean, default: "no", help: "H.")
            _ = reader.value("loud", .boolean, default: "on", help: "H.")
            _ = reader.optional("amount", .amount, help: "H.")
            _ = reader.optionalSecret("token", literal: .guarded(.url), help: "H.")
            _ = reader.secret("password", help: "H.")
        }
    }

    private func schema<Root: SettingsSection>(_ type: Root.Type) throws -> JSONValue {
        try JSONValue(parsing: SettingsSchema(type, title: "t").text)
    }

    private func property(_ name: String) throws -> String? {
        try schema(Listed.self)["properties"]?[name]?.description
    }

    @Test("each key has the types, bounds, words and default that the reader has")
    func properties() throws {
        #expect(
            try property("colours")
                == #"{"description":"H.","type":"array","items":{"type":["string","number","boolean"]},"minItems":1,"uniqueItems":true,"default":["red"]}"#
        )
        #expect(try property("count") == #"{"description":"H.","type":"integer","minimum":-1,"maximum":9,"default":3}"#)
        #expect(
            try property("flag") == #"{"description":"H.","enum":[true,false,"yes","no","on","off"],"default":false}"#)
        #expect(try property("loud")?.hasSuffix(#""default":true}"#) == true)
        #expect(
            try property("amount")
                == #"{"description":"H.","type":["number","string"],"minimum":0,"pattern":"^[0-9]{1,12}(\\.[0-9]{1,2})?$"}"#
        )
        #expect(
            try property("token")
                == #"{"description":"H.","type":"string","pattern":"^((file|env|credential):.+|https?://[^\\s]+)$"}"#)
        #expect(
            try property("password")
                == #"{"description":"H.","type":"string","pattern":"^((file|env|credential):.+)$"}"#)
    }

    @Test("what is required and nothing else has to be there, and nothing else may be")
    func objects() throws {
        let root = try schema(Listed.self)
        #expect(
            root["$schema"] == "http://json-schema.org/draft-07/schema#" && root["title"] == "t"
                && root["type"] == "object")
        #expect(root["required"] == ["password"] && root["additionalProperties"] == false)
        let example = try schema(ExampleSettings.self)
        #expect(example["required"] == ["server", "accounts"])
        #expect(
            example["properties"]?["accounts"]?["minItems"] == 1
                && example["properties"]?["targets"]?["minItems"] == nil)
        #expect(example["properties"]?["rules"]?["items"]?["required"] == ["to"])
    }

    @Test("each word of a variant is an object of its own, with its keys in the word's place")
    func variants() throws {
        let target = try schema(ExampleSettings.self)["properties"]?["targets"]?["items"]
        guard case .array(let alternatives) = target?["oneOf"],
            case .object(let properties) = alternatives[1]["properties"]
        else {
            Issue.record("no alternatives")
            return
        }
        #expect(alternatives.count == 2 && target?["type"] == nil)
        #expect(properties.members.map(\.name) == ["type", "name", "url", "retries"])
        #expect(alternatives[1]["properties"]?["type"] == ["const": "webhook", "description": "An HTTP request."])
        #expect(
            alternatives[1]["required"] == ["type", "name", "url"] && alternatives[0]["required"] == ["type", "name"])
    }

    @Test("values are written as JSON, whatever they hold, and indented")
    func values() throws {
        let hostile = "\"\\\n\u{1}\u{1F}é😀\u{7F}/"
        #expect(try JSONValue(parsing: SchemaValue.string(hostile).text()) == .string(hostile))
        #expect(SchemaValue.array([]).text() == "[]" && SchemaValue.object([]).text() == "{}")
        let nested = SchemaValue.object([
            ("a\"", .array([.integer(-1), .object([("b", .boolean(true))])])), ("c", .array([])),
        ])
        #expect(nested.text() == "{\n  \"a\\\"\": [\n    -1,\n    {\n      \"b\": true\n    }\n  ],\n  \"c\": []\n}")
    }
}
