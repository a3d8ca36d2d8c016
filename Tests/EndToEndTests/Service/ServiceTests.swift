import Glibc
import JSON
import Runtime
import TestSupport
import Testing

/// The machine's service and the commands that ask it.
@Suite("The machine's service", .serialized)
struct ServiceTests {
    @Test("a service without an account is ready and says what it waits for; login signs it in, logout out again")
    func story() async throws {
        let server = try await DemoServer()
        let service = try await MachineService()
        let before = try await service.run("status")
        #expect(before.output.contains("nobody is signed in\n    sudo pocketbell login --server"), "\(before)")
        #expect(before.output.contains("nobody is told: no target is configured"))

        let login = try await service.login("parent@example.com", at: server.address)
        #expect(login.status == 0, "\(login.errors)")
        #expect(login.output.contains("Signed in as Pat Johnson (Parent) at \(server.address); the account is family."))
        try await service.waitForStatus { $0.accountState("family") == "live" && $0.count("transactions") == 24 }
        #expect(try await service.json("children").count == 2)
        #expect(try await service.json("transactions").count == 24)
        #expect(try await service.run("deliveries").status == 0)
        let test = try await service.run("target", "test", "chat")
        #expect(test.status == 64 && test.errors.contains("there is no target 'chat'"))

        let doctor = try await service.run("doctor")
        // There is still no target, which may be meant.
        #expect(doctor.status == 0 && doctor.output.contains("no target is configured"), "\(doctor)")
        #expect(doctor.output.contains("account family: \(server.address) answers; 2 children"))
        // A person's own folders stay as they were.
        #expect(access("\(service.folder.path)/home/.local", F_OK) != 0)

        #expect(try await service.run("logout", "family").status == 0)
        try await service.waitForStatus { $0["accounts"] == .array([]) }
        #expect(try await service.run("doctor").status == 1)
        let again = try await service.run("logout", "family")
        #expect(again.status == 64 && again.errors.contains("no account 'family'"))
        try await service.stop()
        try await server.stop()
    }

    @Test("the service manager is told what the service waits for")
    func statusLine() async throws {
        let server = try await DemoServer()
        let service = try await MachineService()
        let login = "sudo pocketbell login"
        let ready = try await service.notifications.wait(for: "READY=1")
        #expect(ready.contains("STATUS=nobody is signed in: \(login) --server https://YOUR-SERVER --email"), "\(ready)")
        #expect(ready.contains("nobody is told: no target is configured"))
        #expect(try await service.login("parent@example.com", at: server.address).status == 0)
        _ = try await service.notifications.wait(for: "STATUS=watching 1 account; nobody is told")
        #expect(try await service.run("logout", "family").status == 0)
        _ = try await service.notifications.wait(for: "STATUS=nobody is signed in")
        try service.configure(
            "targets: []\naccounts:\n  - {name: mum, server: '\(server.address)', email: parent@example.com}\n")
        service.signal(SIGHUP)
        _ = try await service.notifications.wait(for: "asks for a sign-in): \(login) mum")
        try await service.stop()
        try await server.stop()
    }

    @Test(
        "its tasks run on our threads, and none of libdispatch's is there",
        .enabled(if: WorkerThreads.arePossible, "not tried with this compiler"))
    func threads() async throws {
        let service = try await MachineService()
        let names = service.threadNames
        // Libdispatch's threads have the name of the program.
        #expect(names.filter { $0.starts(with: "pocketbell") }.count == 1, "\(names)")
        #expect(names.filter { $0 == "worker" }.count >= 2, "\(names)")
        try await service.stop()
    }

    @Test("who signs in while the service takes a configuration up is watched all the same")
    func signInDuringReload() async throws {
        // Nobody reads what the service manager is told here, and that must stop nothing either.
        let server = try await DemoServer()
        let service = try await MachineService()
        for round in 0..<6 {
            let name = "parent\(round)"
            let login = Task { try await service.login("parent@example.com", at: server.address, name: name) }
            for _ in 0..<8 {
                service.signal(SIGHUP)
                // Not a wait for something: the reloads are to come at moments of their own, and signals that come together count once.
                try await Task.sleep(for: .milliseconds(15))
            }
            #expect(try await login.value.status == 0)
            try await service.waitForStatus { $0.accountState(name) == "live" }
        }
        try await service.stop()
        try await server.stop()
    }

    @Test("what keeps the service from signing in is answered as if the command had tried itself")
    func refusals() async throws {
        let server = try await DemoServer()
        let service = try await MachineService()
        let wrong = try await service.login("parent@example.com", at: server.address, password: "wrong-password")
        #expect(wrong.status == 77)
        #expect(wrong.errors.contains("\(server.address) refuses this e-mail address and password."))
        let dead = try await service.login("parent@example.com", at: "http://127.0.0.1:1")
        #expect(dead.status == 69)
        #expect(dead.errors.contains("http://127.0.0.1:1 cannot be reached"))
        let name = try await service.login("parent@example.com", at: server.address, name: "../x")
        #expect(name.status == 64)
        let unknown = try await service.run("login", "mum", "--password-stdin", input: "x\n")
        #expect(unknown.status == 64 && unknown.errors.contains("no account 'mum'"))
        let noTerminal = try await service.run(
            "login", "--server", server.address, "--email", "parent@example.com", input: "")
        #expect(noTerminal.status == 64 && noTerminal.errors.contains("there is no terminal"))
        #expect(try await service.json("status").first?["accounts"] == .array([]))
        try await service.stop()
        try await server.stop()
    }

    @Test("an account of the service's file signs in by its name, and stays the one that the file means")
    func configured() async throws {
        let server = try await DemoServer()
        let service = try await MachineService(
            "targets: []\naccounts:\n  - {name: mum, server: '\(server.address)', email: parent@example.com}\n")
        let waiting = try await service.waitForStatus { $0.accountState("mum") == "signInNeeded" }
        #expect(
            waiting.problems.contains {
                $0.hasPrefix("mum must sign in (") && $0.hasSuffix("): sudo pocketbell login mum")
            })
        let other = try await service.login("child1@example.com", at: server.address, name: "bruno")
        #expect(other.status == 78 && other.errors.contains("bruno is not among them"))
        let elsewhere = try await service.login("parent@example.com", at: "http://127.0.0.1:1", name: "mum")
        #expect(elsewhere.status == 78 && elsewhere.errors.contains("the configuration has mum at \(server.address)"))
        let somebody = try await service.login("child1@example.com", at: server.address, name: "mum")
        #expect(somebody.status == 78 && somebody.errors.contains("the configuration has mum as parent@example.com"))
        // Without a name it is the one of this server and address.
        let unnamed = try await service.run(
            "login", "--server", server.address, "--email", "parent@example.com", "--password-stdin",
            input: DemoServer.password + "\n")
        #expect(unnamed.status == 0, "\(unnamed.errors)")
        let login = try await service.run("login", "--password-stdin", input: DemoServer.password + "\n")
        #expect(login.status == 0, "\(login.errors)")
        try await service.waitForStatus { $0.accountState("mum") == "live" }
        #expect(try await service.run("logout", "mum").status == 0)
        try await service.waitForStatus { $0.accountState("mum") == "signInNeeded" }
        let again = try await service.run("logout", "mum")
        #expect(again.status == 64 && again.errors.contains("the account mum is not signed in"))
        try await service.stop()
        try await server.stop()
    }

    @Test("its socket is for its group, a program's own for its owner")
    func modes() async throws {
        let service = try await MachineService()
        #expect(mode(service.socket) == 0o660)
        #expect(access("\(service.state)/control.sock", F_OK) != 0)
        let home = try Installation("targets: []\n")
        let watcher = try home.start("run")
        try await home.waitForStatus { $0["running"] == true }
        #expect(mode("\(home.folder.path)/state/control.sock") == 0o600)
        watcher.signal(15)
        #expect(try await watcher.waitForExit() == 0)
        try await service.stop()
    }

    @Test("--config decides, then one's own program, then the service; --user and --system say it outright")
    func whichProgram() async throws {
        let service = try await MachineService()
        func stateFolder(_ words: String...) async throws -> String {
            let doctor = try await service.run(["doctor"] + words + ["--json"])
            let findings = try doctor.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            return findings.first { $0["name"] == "store" }?.text("message") ?? "none"
        }
        #expect(try await stateFolder() == service.state)
        // Whoever names the service's file means the service, wherever its socket lies.
        #expect(try await stateFolder("--config", service.configuration) == service.state)
        #expect(try await stateFolder("--user") == "none")
        let mine = try service.folder.write("state: \(service.folder.path)/mine\n", to: "mine.yaml")
        #expect(try await stateFolder("--config", mine) == "\(service.folder.path)/mine")
        // A store of one's own counts more than the service, but for who says otherwise.
        try service.folder.write("", to: "home/.local/state/pocketbell/pocketbell.sqlite")
        #expect(try await stateFolder() == "\(service.folder.path)/home/.local/state/pocketbell")
        #expect(try await stateFolder("--system") == service.state)
        let both = try await service.run("status", "--user", "--system")
        #expect(both.status == 64)
        #expect(try await service.run("status", "--user", "--config", mine).status == 64)
        try await service.stop()
    }

    @Test("a service that does not answer, one that one may not ask, and none at all are told apart")
    func absence() async throws {
        let service = try await MachineService()
        try await service.stop()
        // Without systemd the socket stays, as after a crash.
        #expect(access(service.socket, F_OK) == 0)
        let stopped = try await service.run("status")
        #expect(stopped.status == 69 && stopped.errors.contains("installed, but it does not run"), "\(stopped)")
        #expect(stopped.errors.contains("sudo systemctl start pocketbell") && stopped.errors.contains("--user"))
        unlink(service.socket)
        let none = try await service.run("children")
        #expect(none.status == 69)
        #expect(none.errors.contains("pocketbell"))
    }

    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
}
