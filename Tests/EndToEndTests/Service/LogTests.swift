import Glibc
import JSON
import TestSupport
import TestWaiting
import Testing

/// What the running program says of itself, and what whoever watches it hears of its end.
@Suite("The log of a program that runs", .serialized, .timeLimit(.minutes(3)))
struct LogTests {
    private func yaml(_ zone: String) -> String { "time-zone: \(zone)\naccounts: []\ntargets: []\n" }

    @Test("people read the configured zone's time, from a reload on the new one's, and each mistake is a record")
    func human() async throws {
        // No moment has the same date in both.
        let home = try Installation(yaml("Pacific/Kiritimati"), environment: ["TZ": ""])
        let program = try home.start("run")
        try await program.waitForOutput("watching")
        try home.configure(yaml("Pacific/Pago_Pago"))
        program.signal(SIGHUP)
        try await program.waitForOutput("the new configuration is in force")
        let former = try #require(lines(program).first { $0.contains("watching") })
        let later = try #require(lines(program).first { $0.contains("in force") })
        #expect(former.prefix(10) > later.prefix(10), "\(former)\n\(later)")
        try home.configure(yaml("UTC") + "rulez: []\ncolour: red\n")
        program.signal(SIGHUP)
        try await program.waitForOutput("the old one stays")
        #expect(lines(program).count { $0.contains("a mistake in the configuration") } == 2)
        for line in lines(program) { #expect(line.prefix(10).split(separator: "-").count == 3, "\(line)") }
        program.signal(SIGTERM)
        #expect(try await program.waitForExit() == 0)
    }

    @Test("a machine reads a record in each line, also of a refused reload, and the time of no zone")
    func json() async throws {
        let home = try Installation(yaml("Pacific/Kiritimati"))
        let program = try home.start("run", "--log-format", "json")
        try await program.waitForOutput("watching")
        try home.configure("rulez: []\n")
        program.signal(SIGHUP)
        try await program.waitForOutput("the old one stays")
        program.signal(SIGTERM)
        #expect(try await program.waitForExit() == 0)
        let records = try lines(program).map { try JSONValue(parsing: String($0)) }
        let mistake = try #require(records.first { $0.text("message") == "a mistake in the configuration" })
        #expect(mistake.text("level") == "error" && mistake.text("time")?.hasSuffix("Z") == true)
        #expect(mistake.text("reason")?.hasPrefix("\(home.configuration):") == true, "\(mistake)")
    }

    @Test("whoever watches a program that is killed is told so, with the command that starts it", arguments: [9, 15])
    func watched(_ signal: Int32) async throws {
        let server = try await DemoServer()
        let home = try Installation(
            "accounts:\n  - {name: watched, server: '\(server.address)', email: parent@example.com}\n")
        let login = try await home.run("login", "--password-stdin", input: DemoServer.password + "\n")
        #expect(login.status == 0, "\(login.errors)")
        let program = try home.start("run")
        try await home.waitForStatus { $0.accountState("watched") == "live" }
        let follower = try home.start("status", "--follow")
        try await follower.waitForOutput("running since")
        let watcher = try home.start("watch")
        // Nothing tells that it watches but what it sees.
        try await eventually("a transaction in\n\(watcher.errors)", every: .milliseconds(200)) {
            try await server.parent.createTransaction(description: "Kite")
            return watcher.output.contains("Kite")
        }
        program.signal(signal)
        for command in [watcher, follower] {
            #expect(try await command.waitForExit() == 69)
            #expect(command.errors.contains("error: the program that answered has ended"), "\(command.errors)")
            #expect(command.errors.contains("pocketbell run --config \(home.configuration)"), "\(command.errors)")
        }
        try await server.stop()
    }

    private func lines(_ program: ChildProcess) -> [Substring] { program.errors.split(separator: "\n") }
}
