import JSON
import Settings
import Testing

@Suite("Describing settings")
struct SettingsDescriptionTests {
    @Test("every declared key is in the reference")
    func reference() {
        let markdown = SettingsReference(ExampleSettings.self).markdown
        #expect(markdown.contains("| `poll` | Time between two scans. | duration, 5s to 1h, such as `5s` | `30s` |"))
        #expect(markdown.contains("## `targets[]` with `type: webhook`"))
        #expect(
            markdown.contains("| `retries` | Attempts after the first. | whole number, 0 to 20, such as `0` | `5` |"))
    }

    @Test("the schema allows what the reader allows")
    func schema() {
        let text = SettingsSchema(ExampleSettings.self, title: "example").text
        #expect(text.contains("\"oneOf\""))
        #expect(text.contains("\"const\": \"webhook\""))
        #expect(text.contains("\"additionalProperties\": false"))
    }

    @Test("the schema is JSON, and says how long lists are and what defaults mean")
    func schemaDetails() throws {
        let text = SettingsSchema(ExampleSettings.self, title: "a \"quoted\" \\ title").text
        #expect(throws: Never.self) { try JSONValue(parsing: Array(text.utf8)) }
        for line in [
            "\"title\": \"a \\\"quoted\\\" \\\\ title\",", "\"minItems\": 1", "\"uniqueItems\": true",
            "\"default\": false",
            "\"default\": \"30s\"", "\"default\": 5",
        ] {
            #expect(text.contains(line), "\(line)")
        }
    }

    @Test("every key below a key is found")
    func descendants() {
        let names = Set(SettingsFile.keys(of: ExampleSettings.self).flatMap(\.withDescendants).map(\.name))
        #expect(names.isSuperset(of: ["server", "accounts", "password", "type", "urgency", "retries", "to"]))
    }
}
