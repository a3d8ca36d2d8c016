import Relay
import Terminal
import TestSupport
import Testing
import TextFormats
import Values

@testable import Configuration

@Suite("Currency and time zone of a configuration")
struct ConfigurationLocaleTests {
    private func load(_ text: String, _ environment: [String: String] = [:]) throws -> Configuration {
        let file = try TemporaryFile(text)
        return try Configuration.load(
            path: file.path, environment: environment.merging(["HOME": "/home/mum"]) { first, _ in first })
    }

    @Test("what is left out is what the server means, and the clock of this machine")
    func defaults() throws {
        let configuration = try load("", ["TZ": "Asia/Tokyo"])
        #expect(configuration.currency == .dollar && configuration.timeZone.name == "Asia/Tokyo")
        let standard = try Configuration.standard(environment: ["HOME": "/home/mum", "TZ": "Asia/Tokyo"])
        #expect(standard.currency == .dollar && standard.timeZone.name == "Asia/Tokyo")
    }

    @Test("English, unless the file or a target says otherwise", arguments: Language.allCases)
    func languages(_ language: Language) throws {
        #expect(try load("").language == .english)
        let configuration = try load(
            "language: \(language.rawValue)\ntargets:\n  - {name: a, kind: desktop}\n"
                + "  - {name: b, kind: desktop, language: fr}\n")
        #expect(configuration.language == language && configuration.targets.map(\.language) == [nil, .french])
        let error = #expect(throws: ConfigurationErrors.self) { try load("language: deutsch\n") }
        let shown = error?.rendered(by: DiagnosticRenderer(style: .plain)) ?? ""
        #expect(shown.contains(":1:11: error: 'language' must be one of"), "\(shown)")
        #expect(shown.contains("en, de, fr, es"), "\(shown)")
    }

    @Test("what the file says counts, whatever the process's clock shows")
    func said() throws {
        let configuration = try load("currency: chf\ntime-zone: Europe/Zurich\n", ["TZ": "Asia/Tokyo"])
        #expect(configuration.currency.code == "CHF" && configuration.timeZone.name == "Europe/Zurich")
        #expect(configuration.timeZone.offset(at: Timestamp(seconds: 1_773_500_966)) == 3_600)
    }

    @Test(
        "a wrong currency has a suggestion",
        arguments: [
            ("EURO", "did you mean 'EUR'?"), ("EU", "did you mean 'EUR'?"), ("€", "three letters, such as"),
            ("", "three letters, such as"), ("dollars", "three letters, such as"),
        ])
    func currencies(_ text: String, _ hint: String) {
        let error = #expect(throws: TextFormatError.self) { try TextFormat.currency.parse(text) }
        #expect(error?.hint?.hasPrefix(hint) == true, "\(String(describing: error?.hint))")
    }

    @Test(
        "a wrong zone has a suggestion; a name leads out of the zones' folder nowhere",
        arguments: [
            ("Europe/Belrin", "did you mean 'Europe/Berlin'?"), ("europe/berlin", "did you mean 'Europe/Berlin'?"),
            ("berlin", "did you mean 'Europe/Berlin'?"), ("New_York", "did you mean 'America/New_York'?"),
            ("CEST-is-none-of-them", "such as Europe/Berlin"), ("", "such as"), ("/etc/localtime", "such as"),
            ("../../../etc/localtime", "such as"), ("tzdata.zi", "such as"), ("Europe", "such as"),
        ])
    func zones(_ text: String, _ hint: String) {
        let error = #expect(throws: TextFormatError.self) { try TextFormat.timeZone.parse(text) }
        #expect(error?.hint?.hasPrefix(hint) == true, "\(String(describing: error?.hint))")
    }

    @Test("a machine without zones says what it lacks")
    func withoutZones() throws {
        #expect(TimeZoneNames(file: "/nowhere").hint(for: "Europe/Belrin").contains("apt-get install tzdata"))
        let file = try TemporaryFile("# a comment\nR d 1916 o\nZ A/Town 1 - X\nL A/Town B/Village\nZ\n")
        #expect(TimeZoneNames(file: file.path).hint(for: "village") == "did you mean 'B/Village'?")
    }

    @Test("the examples of the documentation are taken")
    func examples() throws {
        #expect(try TextFormat.currency.parse(TextFormat.currency.shape.example).code == "EUR")
        #expect(try TextFormat.timeZone.parse(TextFormat.timeZone.shape.example).name == "Europe/Berlin")
    }
}
