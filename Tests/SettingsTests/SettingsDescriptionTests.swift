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
}
