import Settings
import Testing
import TextFormats

private struct Lists: SettingsSection {
    enum Colour: String, CaseIterable, Sendable { case red, green }

    let colours: [Colour]
    let words: [String]
    let order: [String]
    let limit: Int?
    let template: String?
    let name: String?
    let to: [String]

    init(reading reader: inout SettingsReader) {
        let before = reader.mistakeCount
        colours = reader.values("colours", .choice, default: "red", help: "Which.")
        let isSound = before == reader.mistakeCount
        words = reader.values("words", .text, atLeast: 2, help: "Two or more.")
        order = reader.values("order", .text, mayRepeat: true, help: "Any.")
        limit = reader.optional("limit", .integer(in: 0...9), help: "For green.")
        template = reader.optional("template", .text, help: "Without x.") { text in
            text.unicodeScalars.enumerated().filter { $0.element == "x" }.map {
                TextProblem(offset: $0.offset, length: 1, "an x", hint: "write y")
            }
        }
        name = reader.path("path", example: "a/b", help: "Somewhere.")
        reader.provide("home", of: "place")
        to = reader.references("to", to: "place", help: "Places.")
        if isSound {
            reader.require(
                colours.contains(.red) || reader.isPresent("limit"), at: "colours", item: "green",
                "'green' needs a limit")
        }
    }
}

@Suite("Lists, and rules between keys")
struct SettingsListTests {
    private func read(_ text: String) throws -> Lists {
        try SettingsFile.read(Lists.self, bytes: Array(text.utf8), origin: SettingsOrigin(name: "t", folder: "/f"))
            .settings
    }

    private func mistakes(_ text: String) -> [String] {
        let error = #expect(throws: Diagnostics.self) { try read(text) }
        return (error?.all ?? []).map {
            "\($0.range.start)+\($0.range.length) \($0.message)\($0.hint.map { "; " + $0 } ?? "")"
        }
    }

    private let sound = "words: [a, b]\nto: [home]\n"

    @Test("defaults, provided names and paths")
    func defaults() throws {
        let lists = try read(sound + "path: a/b")
        #expect(lists.colours == [.red] && lists.to == ["home"] && lists.name == "/f/a/b")
    }

    @Test("a list has its least number of items, each once")
    func counts() throws {
        #expect(
            mistakes("words: [a]\nto: []") == [
                "1:1+5 'words' needs at least 2 items", "2:1+2 'to' needs at least 1 item",
            ])
        #expect(
            mistakes("words: [a, b, a]\nto: [home, home]") == [
                "1:15+1 'a' is in 'words' twice; remove one", "2:12+4 'home' is in 'to' twice; remove one",
            ])
        #expect(try read(sound + "order: [b, a, b]").order == ["b", "a", "b"] && read(sound + "order: []").order == [])
        #expect(
            mistakes(sound + "order: b") == [
                "3:8+1 'order' must be a list, not a single value; begin each item with '- '"
            ])
        #expect(mistakes(sound + "colours: []") == ["3:1+7 'colours' needs at least 1 item"])
    }

    @Test("a rule between keys points at the item, and is silent beside another mistake of that key")
    func rules() {
        #expect(mistakes(sound + "colours: [green]") == ["3:11+5 'green' needs a limit"])
        #expect(throws: Never.self) { try read(sound + "colours: [green]\nlimit: 3") }
        #expect(mistakes(sound + "colours: [green]\nlimit:") == ["3:11+5 'green' needs a limit"])
        #expect(mistakes(sound + "colours: [gren]").count == 1)
    }

    @Test(
        "problems inside a text are told at their column",
        arguments: [
            ("template: axbx", ["3:12+1 an x; write y", "3:14+1 an x; write y"]),
            ("template: 'éx'", ["3:13+1 an x; write y"]), ("template: \"日x\"", ["3:13+1 an x; write y"]),
            // Escapes move the text, so the whole of it is marked.
            ("template: \"\\tx\"", ["3:11+5 an x; write y"]), ("template: |\n  ax", ["3:11+1 an x; write y"]),
        ])
    func problems(line: String, expected: [String]) {
        #expect(mistakes(sound + line) == expected)
    }
}

private struct Sectioned: SettingsSection {
    struct Door: SettingsSection {
        let colour: String
        let steps: Int

        init(reading reader: inout SettingsReader) {
            colour = reader.value("colour", .text, help: "Which.")
            steps = reader.value("steps", .integer(in: 0...9), default: "3", help: "How many.")
        }
    }

    let door: Door?

    init(reading reader: inout SettingsReader) {
        door = reader.section("door", Door.self, help: "The way in.")
    }
}

@Suite("One section of settings")
struct SettingsSectionTests {
    private func read(_ text: String) throws -> Sectioned {
        try SettingsFile.read(Sectioned.self, bytes: Array(text.utf8), origin: SettingsOrigin(name: "t")).settings
    }

    private func mistakes(_ text: String) -> [String] {
        let error = #expect(throws: Diagnostics.self) { try read(text) }
        return (error?.all ?? []).map { "\($0.range.start) \($0.message)\($0.hint.map { "; " + $0 } ?? "")" }
    }

    @Test("it may be left out, and has its keys with their defaults")
    func values() throws {
        #expect(try read("# nothing\n").door == nil)
        let door = try #require(try read("door: {colour: red}\n").door)
        #expect(door.colour == "red" && door.steps == 3)
    }

    @Test("its mistakes are told at their places, and nothing behind its key is one")
    func places() {
        #expect(mistakes("door:\n") == ["1:6 'door' has no value; give it 'colour:', 'steps:', or leave it out"])
        #expect(mistakes("door: red\n") == ["1:7 'door' must be a section with keys, not a single value"])
        #expect(
            mistakes("door:\n  colour: red\n  step: 2\n") == ["3:3 unknown key 'step'; did you mean 'steps'?"])
        #expect(mistakes("door: {steps: 1}\n") == ["1:7 'colour' is missing; write which, such as 'colour: some text'"])
    }

    @Test("the reference and the schema describe it")
    func description() {
        let reference = SettingsReference(Sectioned.self).markdown
        #expect(reference.contains("## `door`") && reference.contains("| `door` | The way in. | section | – |"))
        let schema = SettingsSchema(Sectioned.self, title: "t").text
        #expect(schema.contains("\"door\": {\n      \"description\": \"The way in.\",\n      \"type\": \"object\""))
    }
}
