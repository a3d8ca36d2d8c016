import Glibc
import Settings
import TestSupport
import Testing

@testable import Configuration

@Suite("The configuration's documentation")
struct ConfigurationDocumentationTests {
    @Test("the example shows every key that is declared")
    func example() throws {
        let text = try TextFile.read("\(RealParts.packageFolder)/config/pocketbell.example.yaml")
        let used = Set(
            text.split(separator: "\n").compactMap { line -> Substring? in
                let entry = line.drop { $0 == " " || $0 == "-" }
                return entry.firstIndex(of: ":").map { entry[..<$0] }
            })
        let keys = SettingsFile.keys(of: ConfigurationFile.self).flatMap(\.withDescendants)
        #expect(Set(keys.map(\.name)).sorted().filter { !used.contains($0[...]) } == [])
    }

    @Test(
        "docs/ is what the declaration says",
        arguments: [
            ("docs/configuration.md", ConfigurationPapers.reference),
            ("docs/configuration.schema.json", ConfigurationPapers.schema),
        ])
    func generated(path: String, text: String) throws {
        let file = "\(RealParts.packageFolder)/\(path)"
        if getenv("POCKETBELL_RECORD") != nil { try TextFile.write(Array(text.utf8), to: file, mode: 0o644) }
        #expect(try TextFile.read(file) == text, "POCKETBELL_RECORD=1 writes it anew")
    }
}
