import Glibc
import JSON
import TestSupport
import Testing

/// What the store knows is answered by every reading command, whoever is away: program, server, network (C01, C14).
@Suite("Reading while everything else is away", .serialized)
struct OfflineReadingTests {
    /// Each with a word that only the copy of the family can have put into its answer.
    private static let table: [(command: String, word: String)] = [
        ("children", "Alice"), ("children --ids", "Alice"), ("transactions", "Alice"),
        ("transactions --child Bruno", "Bruno"), ("family", "parent@example.com"), ("allowance", "Alice"),
        ("allowance history", "Alice"), ("chores", "Alice"), ("goals", "Alice"), ("goals --child Alice", "Alice"),
        ("savings", "Alice"), ("notifications", ""), ("report balance", "Alice"), ("report spending", "Alice"),
        ("report months", "Alice"), ("report savings", "Alice"), ("account list", "family"),
        ("pending", "Kept away"), ("pending list --all", "Kept away"), ("conflicts list", ""), ("deliveries", ""),
        ("target list", ""), ("cache", "record goal"), ("transactions --json", "\"seenAt\"|\"at\""),
        ("children --json", "\"seenAt\""), ("goals --json", "\"changedAt\""),
    ]

    @Test("every reading command answers from the store, with a program that was stopped, no server and no network")
    func reading() async throws {
        let server = try await DemoServer()
        let home = try Installation("targets: []\n")
        let login = try await home.run(
            "login", "--server", server.address, "--email", "parent@example.com", "--name", "family",
            "--password-stdin", input: DemoServer.password + "\n")
        #expect(login.status == 0, "\(login)")
        let watcher = try home.start("run")
        try await home.waitForStatus { $0.accountState("family") == "live" && ($0.count("transactions") ?? 0) > 0 }
        try await home.waitForRecords("family", "allowance", "chores", "goals", "savings")
        watcher.signal(15)
        #expect(try await watcher.waitForExit() == 0)
        try await server.stop()
        #expect(try await home.run("add", "Alice", "+1.00", "Kept away").status == 0)
        for (command, word) in Self.table {
            let words = command.split(separator: " ").map(String.init)
            expectAnswer(try await home.run(words), command, word)
            guard geteuid() == 0 else { continue }
            let cut = try ChildProcess(
                "unshare", ["--net", Installation.program] + words + ["--config", home.configuration],
                environment: home.environment)
            let status = try await cut.waitForExit(within: .seconds(60))
            expectAnswer(
                .init(status: status, output: cut.output, errors: cut.errors), "\(command), without a network", word)
        }
        // What needs a person is said by the status that goes with it, and everything else is there all the same.
        let status = try await home.run("status")
        #expect(status.output.contains("family") && status.output.contains("does not run"), "\(status)")
    }

    private func expectAnswer(_ answer: Installation.Answer, _ command: String, _ word: String) {
        #expect(answer.status == 0, "\(command): \(answer)")
        #expect(!(answer.output + answer.errors).isEmpty, "\(command) says nothing")
        let isSaid = word.isEmpty || word.split(separator: "|").contains { answer.output.contains($0) }
        #expect(isSaid, "\(command) lacks \(word): \(answer)")
    }
}
