import TestSupport
import Testing

/// What a Tab offers, of a program that runs and of one that does not.
@Suite("Completions of the real program", .serialized, .timeLimit(.minutes(2)))
struct CompletionTests {
    /// Asks until it is this: on a busy machine nothing is offered, because nobody waits for a Tab.
    private func expect(
        _ home: Installation, _ words: String..., offers names: [String], at place: SourceLocation = #_sourceLocation
    ) async throws {
        var offers = try await offered(home, words)
        for _ in 1..<20 where offers.isEmpty { offers = try await offered(home, words) }
        #expect(offers == names, sourceLocation: place)
    }

    private func offered(_ home: Installation, _ words: [String]) async throws -> [String] {
        // The last word is being typed, so that of the file goes in front.
        let process = try ChildProcess(
            Installation.program, ["__complete"] + words,
            environment: home.environment.merging(["POCKETBELL_CONFIG": home.configuration]) { $1 })
        #expect(try await process.waitForExit() == 0)
        #expect(process.errors.isEmpty, "\(process.errors)")
        return process.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test("targets, accounts, children, states and deliveries are known, while it runs and afterwards")
    func names() async throws {
        let server = try await DemoServer()
        let home = try Installation(
            """
            accounts:
              - {name: watched, server: '\(server.address)', email: parent@example.com}
            targets:
              - {name: chat, kind: ntfy, topic: unused, server: 'http://127.0.0.1:9'}
            """)
        let login = try await home.run("login", "--password-stdin", input: DemoServer.password + "\n")
        #expect(login.status == 0, "\(login.errors)")
        try await expect(home, "logout", "", offers: ["watched"])
        #expect(try await offered(home, ["transactions", "--child", ""]) == [], "nothing has been read yet")
        let watcher = try home.start("run")
        try await home.waitForStatus { $0.accountState("watched") == "live" && ($0.count("children") ?? 0) == 2 }
        try await server.parent.createTransaction(description: "Kite")
        try await home.waitForStatus { $0.count("alerts") == 1 }
        for isRunning in [true, false] {
            try await expect(home, "transactions", "--child", "", offers: ["Alice", "Bruno"])
            try await expect(home, "login", "w", offers: ["watched"])
            try await expect(home, "target", "test", "", offers: ["chat"])
            try await expect(home, "deliveries", "retry", "", offers: ["1"])
            try await expect(home, "deliveries", "list", "--state", "d", offers: ["delivered", "dead", "discarded"])
            try await expect(home, "transactions", "--from", "t", offers: ["today", "tuesday", "thursday"])
            try await expect(home, "deliveries", "--target=", offers: ["--target=chat"])
            try await expect(home, "login", "--password-file", "", offers: [":files"])
            guard isRunning else { break }
            watcher.signal(15)
            #expect(try await watcher.waitForExit() == 0)
        }
        try home.configure("targets: [")
        #expect(try await offered(home, ["target", "test", ""]) == [], "a broken file is no reason for a word")
        try await server.stop()
    }
}
