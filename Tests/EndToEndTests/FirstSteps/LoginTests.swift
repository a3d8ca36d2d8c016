import TestSupport
import TestTerminal
import TestWaiting
import Testing

/// `pocketbell login` and `logout` at a terminal, and the bare name, against the built-in backend.
@Suite("The first sign-in", .serialized, .timeLimit(.minutes(2)))
struct LoginTests {
    @Test("at a terminal everything that is missing is asked for, and then what to do next is said")
    func asks() async throws {
        let server = try await DemoServer()
        let person = try Newcomer()
        let greeting = try await person.run()
        #expect(greeting.status == 0 && greeting.output.contains("pocketbell init"), "\(greeting)")
        let login = try person.terminal("login")
        try await login.answer("family server", "nonsense://x")
        try await login.answer("family server", server.address)
        try await login.answer("E-mail", "nobody")
        try await login.answer("E-mail", "parent@example.com")
        try await login.answer("Password", DemoServer.password)
        #expect(try await login.end() == 0, "\(login.output)")
        #expect(login.output.contains("Signed in as") && login.output.contains("Next: pocketbell run"))
        #expect(!login.output.contains(DemoServer.password))
        // One account needs no name, and its e-mail is known by now.
        let again = try person.terminal("login")
        try await again.answer("Password for parent@example.com", DemoServer.password)
        #expect(try await again.end() == 0)
        #expect(try await person.run().output.contains("pocketbell run"))
        let out = try await person.run("logout")
        #expect(out.status == 0 && out.output.contains("parent is signed out"))
        let nobody = try await person.run("logout")
        #expect(nobody.status == 64 && nobody.errors.contains("nobody is signed in"))
        try await server.stop()
    }

    @Test("of several accounts one is chosen, or another server named; without a terminal the names are told")
    func chooses() async throws {
        let server = try await DemoServer()
        let person = try Newcomer()
        for name in ["mum", "dad"] {
            let answer = try await person.run(
                "login", "--server", server.address, "--email", "parent@example.com", "--name", name,
                "--password-stdin",
                input: DemoServer.password + "\n")
            #expect(answer.status == 0, "\(answer.errors)")
        }
        let login = try person.terminal("login")
        try await login.answer("Which account: dad, mum", "mum")
        try await login.answer("Password", DemoServer.password)
        #expect(try await login.end() == 0 && login.output.contains("the account is mum"))
        let other = try person.terminal("login", "--name", "child")
        try await other.answer("Which account", server.address)
        try await other.answer("E-mail", "child1@example.com")
        try await other.answer("Password", DemoServer.password)
        #expect(try await other.end() == 0 && other.output.contains("the account is child"), "\(other.output)")
        let silent = try await person.run("login", "--password-stdin", input: "x\n")
        #expect(silent.status == 64 && silent.errors.contains("known: child, dad, mum"), "\(silent.errors)")
        #expect(silent.errors.contains("pocketbell login child"))
        let out = try await person.run("logout")
        #expect(out.status == 64 && out.errors.contains("pocketbell logout child"))
        try await server.stop()
    }

    @Test("a running program signs in itself and is not to be started once more")
    func running() async throws {
        let server = try await DemoServer()
        let person = try Newcomer()
        let watcher = try ChildProcess(Installation.program, ["run"], environment: person.environment)
        try await eventually("it runs", every: .milliseconds(50)) {
            try await person.run().output.contains("It runs")
        }
        let password = try person.folder.write(DemoServer.password + "\n", to: "password")
        let login = try await person.run(
            "login", "--server", server.address, "--email", "parent@example.com", "--password-file", password)
        #expect(login.status == 0 && !login.output.contains("Next:"), "\(login)")
        #expect(try await person.run().output.contains("pocketbell status"))
        watcher.signal(15)
        try await watcher.waitForExit()
        try await server.stop()
    }

    @Test("a password or token comes from a pipe and from '-' too")
    func pipes() async throws {
        let server = try await DemoServer()
        let person = try Newcomer()
        let command = "exec '\(Installation.program)' login --server \(server.address) --email parent@example.com"
        for (rest, input) in [
            ("--password-file <(echo \(DemoServer.password))", nil), ("--password-file -", DemoServer.password + "\n"),
        ] {
            let process = try ChildProcess(
                "bash", ["-c", "\(command) \(rest)"], environment: person.environment, input: input)
            #expect(try await process.waitForExit() == 0, "\(process.errors)")
        }
        let hub = "exec '\(Installation.program)' hub invoke \(server.address)/hubs/conformance Add 2 3 --token-file"
        for (rest, input) in [("<(echo token)", nil), ("-", "token\n")] {
            let process = try ChildProcess(
                "bash", ["-c", "\(hub) \(rest)"], environment: person.environment, input: input)
            #expect(try await process.waitForExit() == 0 && process.output == "5\n", "\(process.errors)")
        }
        try await server.stop()
    }
}
