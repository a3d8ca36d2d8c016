import Glibc
import HTTPServer
import TestSupport
import TestTerminal
import Testing

/// `pocketbell init` as a person meets it, against the built-in backend.
@Suite("Setting it up", .serialized, .timeLimit(.minutes(3)))
struct InitTests {
    private func mode(_ path: String) -> UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test("every question, with a wrong answer to each, leads to a file that is right and a session that works")
    func interactive() async throws {
        let server = try await DemoServer()
        let receiver = try await WebhookReceiver()
        let person = try Newcomer()
        let program = try person.terminal("init")
        try await program.answer("family server", "ftp://nowhere")
        // Nobody types a password for a server that is not there.
        try await program.answer("family server", "http://127.0.0.1:9")
        try await program.answer("family server", server.address)
        #expect(!program.output.contains("E-mail"))
        try await program.answer("E-mail", "nobody")
        try await program.answer("E-mail", "parent@example.com")
        try await program.answer("Password for parent@example.com: ", "wrong-password")
        try await program.answer("(Enter alone: another e-mail)", "wrong-again")
        try await program.answer("(Enter alone: another e-mail)", "")
        #expect(program.output.contains("refuses this e-mail address and password"))
        try await program.answer("E-mail", "parent@example.com")
        try await program.answer("Password for parent@example.com: ", DemoServer.password)
        try await program.answer("Where should alerts go", "webhok")
        try await program.answer("Where should alerts go", "webhook")
        try await program.answer("takes the alerts", "\(receiver.address)/house/hook-4711")
        try await program.answer("Sign each", "perhaps")
        try await program.answer("Sign each", "")
        try await program.answer("private network", "yes")
        try await program.answer("And where else", "ntfy")
        try await program.answer("ntfy server", "\(receiver.address)/phone")
        try await program.answer("Topic", "our-topic-4711")
        try await program.answer("token", "")
        try await program.answer("private network", "")
        try await program.answer("And where else", "")
        #expect(try await program.end() == 0)
        #expect(program.output.contains("Signed in as") && program.output.contains("did you mean 'webhook'?"))
        #expect(program.output.contains("Next: pocketbell run"))
        // Once, although the first answer is no kind.
        let lines: [Substring] = program.output.split(separator: "\n")
        #expect(lines.count { $0.contains("A signed HTTP request") } == 1)
        #expect(program.output.contains("It must be yes or no"))
        #expect(!program.output.contains("wrong-") && !program.output.contains(DemoServer.password))
        #expect(receiver.received(at: "/house/hook-4711").count == 1 && receiver.received(at: "/phone").count == 1)
        let folder = "\(person.home)/.config/pocketbell"
        #expect(mode(folder) == 0o700)
        for file in ["pocketbell.yaml", "webhook.url", "webhook.secret", "ntfy.topic"] {
            #expect(mode("\(folder)/\(file)") == 0o600, "\(file)")
        }
        let yaml = try TextFile.read(person.file)
        for secret in ["4711", DemoServer.password, "whsec_"] { #expect(!yaml.contains(secret), "\(yaml)") }
        #expect(try await person.run("config", "check").status == 0)
        #expect(try await person.run("target", "test", "webhook").status == 0)
        // It does not run yet.
        #expect(try await person.run("doctor").status == 1)
        #expect(try await person.run().output.contains("It is set up and does not run"))
        await receiver.close()
        try await server.stop()
    }

    @Test("broken off at any question, by Ctrl-C or the end of the input, it leaves nothing at all", arguments: 0..<9)
    func brokenOff(_ count: Int) async throws {
        let server = try await DemoServer()
        let receiver = try await WebhookReceiver { _ in .text("no", status: .internalServerError) }
        let person = try Newcomer()
        let program = try person.terminal("init")
        let answers = [
            ("family server", server.address), ("E-mail", "parent@example.com"), ("Password", DemoServer.password),
            ("Where should alerts go", "webhook"), ("takes the alerts", receiver.address), ("Sign each", "no"),
            ("private network", ""), ("Try it once more", "leave"), ("Where should alerts go", ""),
        ]
        for (question, answer) in answers.prefix(count) { try await program.answer(question, answer) }
        try await program.wait(for: answers[count].0)
        program.type(["\u{3}", "x\u{3}", "\u{4}"][count % 3])
        #expect(try await program.end() == 130)
        #expect(program.output.contains("Nothing was written.") && program.echoes)
        #expect(person.everything.isEmpty, "\(person.everything)")
        await receiver.close()
        try await server.stop()
    }

    @Test("the end of the input means the same at every question, and so does a hang-up", arguments: 0..<3)
    func ended(_ count: Int) async throws {
        let server = try await DemoServer()
        let person = try Newcomer()
        let answers = [("family server", server.address), ("E-mail", "parent@example.com"), ("Password", "")]
        for keys in ["\u{4}", nil] {
            let program = try person.terminal("init")
            for (question, answer) in answers.prefix(count) { try await program.answer(question, answer) }
            try await program.wait(for: answers[count].0)
            if let keys { program.type(keys) } else { kill(program.id, SIGHUP) }
            #expect(try await program.end() == 130, "\(program.output)")
            #expect(program.output.contains("Nothing was written.") && program.echoes && person.everything.isEmpty)
        }
        try person.folder.write("# mine\n", to: "home/.config/pocketbell/pocketbell.yaml")
        let program = try person.terminal("init")
        try await program.wait(for: "exists. Replace it")
        program.type("\u{4}")
        #expect(try await program.end() == 130)
        try await server.stop()
    }

    @Test("a password goes to what does not answer as a family server only after a yes, and never without a terminal")
    func stranger() async throws {
        let stranger = try await WebhookReceiver { _ in .text("", status: .forbidden) }
        let person = try Newcomer()
        let program = try person.terminal("init")
        try await program.answer("family server", stranger.address)
        try await program.answer("right all the same", "")
        #expect(program.output.contains("is not an AllowanceTracker server") && program.output.contains("Check the"))
        try await program.answer("family server", "http://169.254.169.254")
        try await program.wait(for: "no family server")
        try await program.answer("family server", stranger.address)
        try await program.answer("right all the same", "yes")
        try await program.answer("E-mail", "mum@example.org")
        #expect(stranger.received.allSatisfy { $0.target.hasSuffix("/children") })
        try await program.answer("Password", "s3cret-4711")
        try await program.wait(for: "family server")
        #expect(stranger.received.contains { $0.text.contains("s3cret-4711") })
        program.type("\u{4}")
        #expect(try await program.end() == 130)
        let before = stranger.received.count
        let words = [
            "--server", stranger.address, "--email", "mum@example.org", "--password-stdin", "--target", "none",
        ]
        let refused = try await person.run(["init"] + words, input: "s3cret-4711\n")
        #expect(
            refused.status == 69 && refused.errors.contains("is not an AllowanceTracker server"), "\(refused.errors)")
        #expect(stranger.received[before...].allSatisfy { !$0.text.contains("s3cret") } && person.everything.isEmpty)
        await stranger.close()
    }

    @Test("a configuration that is there is replaced only after a yes, and kept beside the new one")
    func replaces() async throws {
        let server = try await DemoServer()
        let person = try Newcomer()
        try person.folder.write("# mine\ntargets: []\n", to: "home/.config/pocketbell/pocketbell.yaml")
        let refused = try person.terminal("init")
        try await refused.answer("exists. Replace it", "")
        #expect(try await refused.end() == 0)
        #expect(try TextFile.read(person.file) == "# mine\ntargets: []\n")
        let program = try person.terminal("init", "--email", "parent@example.com")
        try await program.answer("exists. Replace it", "yes")
        try await program.answer("family server", server.address)
        try await program.answer("Password", DemoServer.password)
        try await program.answer("Where should alerts go", "none")
        #expect(try await program.end() == 0, "\(program.output)")
        #expect(try TextFile.read(person.file).contains("parent@example.com"))
        #expect(try TextFile.read(person.file + ".old") == "# mine\ntargets: []\n")
        try await server.stop()
    }

    @Test("without a terminal it takes everything from the command line, and nothing is asked")
    func options() async throws {
        let server = try await DemoServer()
        let receiver = try await WebhookReceiver()
        let person = try Newcomer()
        let password = try person.folder.write(DemoServer.password + "\n", to: "password")
        let words = [
            "init", "--server", server.address, "--email", "parent@example.com", "--name", "house", "--password-file",
            password,
            "--target", "webhook=\(receiver.address)/house",
        ]
        let private1 = try await person.run(words)
        #expect(private1.status == 69 && private1.errors.contains("add --private-addresses"), "\(private1.errors)")
        #expect(person.everything.isEmpty)
        let misnamed = try await person.run(words.map { $0 == "house" ? "my house" : $0 })
        #expect(misnamed.status == 64 && misnamed.errors.contains("--name"), "\(misnamed.errors)")
        #expect(!misnamed.errors.contains("Signed in") && receiver.received.isEmpty)
        let done = try await person.run(words + ["--private-addresses", "--target", "ntfy=\(receiver.address)/t0pic"])
        #expect(done.status == 0, "\(done.errors)")
        #expect(receiver.received.count == 2)
        #expect(person.everything.contains(".local/state/pocketbell/accounts/house.json"))
        let again = try await person.run(words + ["--private-addresses"])
        #expect(again.status == 64 && again.errors.contains("--replace"), "\(again.errors)")
        #expect(try await person.run(words + ["--untested", "--replace"]).status == 0)
        let replaced = try await person.run(words + ["--untested", "--replace"])
        #expect(replaced.output.contains("Kept:    \(person.file).old-2"), "\(replaced.output)")
        let wrong = try await person.run(
            words.dropLast(4) + ["--password-stdin", "--target", "none", "--replace"], input: "x\n")
        #expect(wrong.status == 77 && !wrong.errors.contains("x\n\n"), "\(wrong.errors)")
        await receiver.close()
        try await server.stop()
    }

    @Test("without a terminal all that is missing is named in one go, and a secret on the command line is refused")
    func missing() async throws {
        let person = try Newcomer()
        let nothing = try await person.run("init", "--email", "mum@example.org")
        #expect(nothing.status == 64)
        for option in ["--server URL", "--password-file FILE", "--target KIND=WHERE"] {
            #expect(nothing.errors.contains(option), "\(nothing.errors)")
        }
        #expect(!nothing.errors.contains("--email ADDRESS"))
        let secret = try await person.run("init", "--target", "slack=https://hooks.slack.com/s3cret")
        #expect(secret.status == 64 && secret.errors.contains("slack=file:PATH") && !secret.errors.contains("s3cret"))
        #expect(person.everything.isEmpty)
    }
}
