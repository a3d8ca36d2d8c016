import TestSupport
import Testing

/// What a Tab offers, of a program that runs and of one that does not.
@Suite("Completions of the real program", .serialized, .timeLimit(.minutes(2)))
struct CompletionTests {
    private func offered(_ home: Installation, _ words: String...) async throws -> [String] {
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
        #expect(try await offered(home, "logout", "") == ["watched"])
        #expect(try await offered(home, "transactions", "--child", "") == [], "nothing has been read yet")
        let watcher = try home.start("run")
        try await home.waitForStatus { $0.accountState("watched") == "live" && ($0.count("children") ?? 0) == 2 }
        let children = try await offered(home, "transactions", "--child", "")
        #expect(children.count == 2)
        for isRunning in [true, false] {
            #expect(try await offered(home, "transactions", "--child", "") == children)
            #expect(try await offered(home, "login", "w") == ["watched"])
            #expect(try await offered(home, "target", "test", "") == ["chat"])
            #expect(
                try await offered(home, "deliveries", "list", "--state", "d") == ["delivered", "dead", "discarded"])
            #expect(try await offered(home, "deliveries", "--target=") == ["--target=chat"])
            #expect(try await offered(home, "login", "--password-file", "") == [":files"])
            guard isRunning else { break }
            watcher.signal(15)
            #expect(try await watcher.waitForExit() == 0)
        }
        try home.configure("targets: [")
        #expect(try await offered(home, "target", "test", "") == [], "a broken file is no reason for a word")
        try await server.stop()
    }
}
