import Glibc
import TestSupport
import Testing

@testable import CommandLineTool
@testable import pocketbell

/// The examples of help and manual: people copy them.
@Suite("Examples of commands")
struct ExampleTests {
    /// A command, the words that lead to it, and one of its lines.
    struct Sample: Sendable, CustomTestStringConvertible {
        let path: [String]
        let line: String
        var testDescription: String { line }
    }

    private static let commands = PocketBell.tool.entries.flatMap { $0.commands() }

    @Test("each command has two, which begin with what they do, and fit a narrow window")
    func enough() {
        for (path, type) in Self.commands {
            let examples = type.examples
            #expect(examples.count >= 2, "\(path.joined(separator: " ")) has \(examples.count) examples")
            #expect(Set(examples.map(\.line)).count == examples.count, "\(path)")
            for example in examples {
                #expect(example.line.count <= 78, "\(example.line)")
                #expect(example.help.hasSuffix(".") && example.help.first?.isUppercase == true, "\(example.help)")
            }
        }
    }

    static let samples = commands.flatMap { path, type in type.examples.map { Sample(path: path, line: $0.line) } }

    @Test("each is a line that a shell hands to its command, which takes it without a mistake", arguments: samples)
    func parses(_ sample: Sample) throws {
        let calls = try Self.calls(in: sample.line)
        #expect(calls.contains { PocketBell.tool.commandPath(of: $0) == sample.path }, "it is not of this command")
        for words in calls { try expectUse(words, in: sample.line) }
    }

    @Test("the manual's way through the program is made of such lines too")
    func tour() throws {
        for example in PocketBell.manual.examples {
            let calls = try Self.calls(in: example.line)
            #expect(!calls.isEmpty, "\(example.line)")
            for words in calls { try expectUse(words, in: example.line) }
        }
    }

    private func expectUse(_ words: [String], in line: String) throws {
        switch PocketBell.tool.invocation(of: words, environment: { _ in nil }) {
        case .run: break
        case .show, .greet, .complete: Issue.record("no command runs: \(line)")
        case .refuse(let error, _): Issue.record("\(line): \(error.message)")
        }
    }

    /// What a real shell hands to `pocketbell` in a line. Nothing else can run: there is no PATH, and the rest are functions.
    static func calls(in line: String) throws -> [[String]] {
        let folder = try TemporaryFolder()
        let script = """
            PATH=/nonexistent
            pocketbell() { printf '%s\\0' "$@" >&3; printf '\\n' >&3; }
            sudo() { "$@"; }
            jq() { :; }; systemctl() { :; }; journalctl() { :; }; openssl() { :; }; tee() { :; }; cat() { :; }; pass() { :; }
            man() { :; }; column() { :; }; less() { :; }; sort() { :; }
            cd '\(folder.path)'
            \(line)
            """
        let file = try folder.write(script, to: "script")
        let calls = "\(folder.path)/calls"
        let status = system("bash '\(file)' 3>'\(calls)' >/dev/null 2>'\(folder.path)/errors'")
        let errors = try TextFile.read("\(folder.path)/errors")
        #expect(status == 0, "\(line): \(errors)")
        return try TextFile.read(calls).split(separator: "\n").map { call in
            call.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }
}
