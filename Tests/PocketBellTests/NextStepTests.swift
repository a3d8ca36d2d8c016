import Control
import TestSupport
import Testing
import Values

@testable import CommandLineTool
@testable import Store
@testable import pocketbell

/// What people type after reading that something is wrong.
@Suite("Next steps")
struct NextStepTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let programs = [
        ProgramCommands(isService: false, namedFile: nil), ProgramCommands(isService: true, namedFile: nil),
        ProgramCommands(isService: false, namedFile: "/tmp/it's a file.yaml"),
    ]

    /// All that can be wrong at once, and what is only told of a program that is otherwise so.
    private static func problems(_ commands: ProgramCommands) -> [Problem] {
        var live = LiveStatus(startedAt: now, version: "1")
        live.accounts = [LiveStatus.Account(name: "mum and dad", state: .signInNeeded)]
        live.targets = [LiveStatus.Target(name: "the house", state: .suspended)]
        live.refusedReload = LiveStatus.Refusal("it has mistakes", since: now)
        let books = ["the house", "gone"].map {
            DeliveryAccounting.Target(name: $0, alerts: 2, counts: [.dead: 1, .queued: 1])
        }
        let accounting = DeliveryAccounting(targets: books, alerts: 4, everCaused: 4, openAttempts: 0)
        let states: [LiveStatus?] = [live, LiveStatus(startedAt: now, version: "1"), nil]
        return states.flatMap { live in
            HealthFacts(live: live, accounting: accounting, counts: nil, commands: commands).problems(at: now)
        }
    }

    /// From each name of the program to where the sentence goes on.
    private static func commands(in text: String) -> [String] {
        let words = text.split(separator: " ")
        let starts = words.indices.filter { words[$0] == "pocketbell" && $0 + 1 < words.count }
        return starts.map { start in
            let end = words[start...].firstIndex { $0.hasSuffix(",") } ?? words.count - 1
            let command = words[start...end].joined(separator: " ")
            return command.hasSuffix(",") ? String(command.dropLast()) : command
        }
    }

    @Test("every command in them is one that the program takes, in whatever program's words", arguments: programs)
    func parse(_ program: ProgramCommands) throws {
        var seen = 0
        for problem in Self.problems(program) {
            for line in Self.commands(in: problem.nextStep ?? "") {
                let calls = try ExampleTests.calls(in: line)
                #expect(calls.count == 1, "\(line)")
                for words in calls {
                    seen += 1
                    guard case .run = PocketBell.tool.invocation(of: words, environment: { _ in nil }) else {
                        Issue.record("\(problem.kind): \(line)")
                        continue
                    }
                    #expect(program.namedFile == nil || words.last == program.namedFile, "\(line)")
                }
            }
        }
        // Otherwise none was looked at.
        #expect(seen >= 10)
    }
}
