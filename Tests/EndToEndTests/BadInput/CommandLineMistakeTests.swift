import TestSupport
import Testing

/// What a person mistypes on the command line: status 64, the nearest word, and where to read on.
@Suite("Mistakes on the command line", .serialized)
struct CommandLineMistakeTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let words: [String]
        let says: [String]
        var testDescription: String { words.joined(separator: " ") }

        init(_ words: String, says: String...) {
            self.words = words.split(separator: " ").map(String.init)
            self.says = says
        }
    }

    static let mistakes = [
        Mistake("statu", says: "unknown command 'statu'", "'status'", "pocketbell --help"),
        Mistake("frobnicate", says: "unknown command 'frobnicate'", "pocketbell --help"),
        Mistake("target tst", says: "unknown command 'tst'", "'test'", "pocketbell target --help"),
        Mistake("run --confg x", says: "unknown option '--confg'", "'--config'", "pocketbell run --help"),
        Mistake("login --pasword-stdin", says: "'--pasword-stdin'", "'--password-stdin'", "pocketbell login --help"),
        Mistake("deliveries retry abc", says: "NUMBER must be a whole number", "pocketbell deliveries retry --help"),
        Mistake("login --server ftp://example.org --email a@b.c", says: "--server", "https://"),
        Mistake("transactions --limit 0", says: "--limit"),
        Mistake("hub invoke", says: "URL", "pocketbell hub invoke --help"),
        Mistake("hub invoke nonsense Add", says: "not the URL of a hub", "https://host/hubs/name"),
        Mistake("hub invoke -H nonsense http://127.0.0.1:1/x Add", says: "'nonsense' is not a header", "Name: value"),
    ]

    @Test("ends with 64, names the word, and suggests another", arguments: mistakes)
    func usage(_ mistake: Mistake) async throws {
        let process = try ChildProcess(Installation.program, mistake.words, environment: ["NO_COLOR": "1"])
        #expect(try await process.waitForExit() == 64)
        #expect(process.output.isEmpty)
        for text in mistake.says { #expect(process.errors.contains(text)) }
    }

    @Test("a word that is no UTF-8 text is refused before anything is made of it")
    func noText() async throws {
        let line = "exec '\(Installation.program)' add Alice +1.00 \"$(printf 'bad\\377byte')\""
        let process = try ChildProcess("/bin/sh", ["-c", line])
        #expect(try await process.waitForExit() == 64)
        #expect(process.errors.contains("word 4 of the command line is not UTF-8 text"), "\(process.errors)")
    }

    @Test("a missing file is named")
    func missingFile() async throws {
        let process = try ChildProcess(Installation.program, ["status", "--config", "/nowhere/pocketbell.yaml"])
        #expect(try await process.waitForExit() == 78)
        #expect(process.errors.contains("/nowhere/pocketbell.yaml"))
        #expect(process.errors.contains("check its path"))
    }
}
