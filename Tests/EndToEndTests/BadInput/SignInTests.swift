import Glibc
import JSON
import TestSupport
import TestWaiting
import Testing

/// Signing in and out, and every way in which a session is no good any more.
@Suite("Passwords and tokens", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct SignInTests {
    private func installation(_ hub: ReferenceHub) throws -> Installation {
        try Installation(
            """
            accounts:
              - name: watched
                server: \(hub.address)
                email: parent@example.com
            """, secrets: ["password123", "wrong-password"])
    }

    @Test("the password comes from standard input or a file, a wrong one is refused, and logout forgets the session")
    func signInAndOut() async throws {
        let hub = try await ReferenceHub()
        let home = try installation(hub)
        let refused = try await home.run("login", "watched", "--password-stdin", input: "wrong-password\n")
        #expect(refused.status == 77)
        #expect(refused.errors.contains("\(hub.address) refuses this e-mail address and password."))
        #expect(refused.errors.contains("Correct the password"))
        #expect(try home.token("watched") == nil)

        let file = try home.secret("password123\n", "password")
        let fromFile = try await home.run("login", "watched", "--password-file", file)
        #expect(fromFile.status == 0)
        #expect(fromFile.output.contains("Signed in as Pat Johnson (Parent) at \(hub.address)"))
        #expect(try home.token("watched") != nil)
        var status = stat()
        #expect(stat(home.sessionFile("watched"), &status) == 0 && status.st_mode & 0o777 == 0o600)

        let out = try await home.run("logout", "watched")
        #expect(out.status == 0)
        #expect(try home.token("watched") == nil)
        let again = try await home.run("logout", "watched")
        #expect(again.status == 64)
        #expect(again.errors.contains("the account watched is not signed in"))
        let unknown = try await home.run("login", "wached", "--password-stdin", input: "password123\n")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("did you mean 'watched'?"))
        try await hub.stop()
    }

    @Test("without a terminal login says how else to give the password")
    func noTerminal() async throws {
        let home = try Installation("")
        let answer = try await home.run(
            "login", "--server", "http://127.0.0.1:1", "--email", "mum@example.org", input: "")
        #expect(answer.status == 64)
        #expect(answer.errors.contains("there is no terminal"))
        #expect(answer.errors.contains("--password-stdin or --password-file FILE"))
        let empty = try await home.run(
            "login", "--server", "http://127.0.0.1:1", "--email", "mum@example.org", "--password-stdin", input: "\n")
        #expect(empty.status == 64)
        #expect(empty.errors.contains("the password is empty"))
    }

    @Test("an account that never signed in waits for it, and goes on by itself after login")
    func signInWhileRunning() async throws {
        let hub = try await ReferenceHub()
        let home = try installation(hub)
        let watcher = try home.start("run")
        let status = try await home.waitForStatus { $0.accountState("watched") == "signInNeeded" }
        #expect(status.accountReason("watched")?.contains("pocketbell login") == true, "\(status)")
        let login = try await home.run("login", "watched", "--password-stdin", input: "password123\n")
        #expect(login.status == 0)
        try await home.waitForStatus { $0.accountState("watched") == "live" && ($0.count("transactions") ?? 0) >= 24 }
        watcher.signal(15)
        #expect(try await watcher.waitForExit() == 0)
        home.expectNoSecrets()
        try await hub.stop()
    }

    @Test("a token that expires while connected is replaced, and nothing is missed")
    func expires() async throws {
        let family = try await Family(
            scan: "5s", more: ["--TokenSeconds=5", "--CloseOnExpiry=true"], hasPassword: true)
        let watcher = try await family.start(until: "live")
        let first = try family.installation.token("watched")
        try await eventually("another token") { try family.installation.token("watched") != first }
        try await family.hub.createTransaction(description: "After the token")
        try await family.expectEverywhere("After the token")
        #expect(family.receiver.received(at: "/house").filter { $0.text.contains("After the token") }.count == 1)
        try await family.end(watcher)
    }

    @Test("a revoked token without a password asks for a sign-in, and what happened meanwhile is told after it")
    func revoked() async throws {
        let family = try await Family(scan: "5s")
        let watcher = try await family.start(until: "live")
        let token = try #require(try family.installation.token("watched"))
        try await family.hub.control("revoke", ["token": .string(token)])
        try await family.hub.createTransaction(description: "Nobody may look")
        let status = try await family.installation.waitForStatus { $0.accountState("watched") == "signInNeeded" }
        #expect(status.accountReason("watched")?.contains("pocketbell login") == true)
        #expect(family.receiver.received.isEmpty)
        let login = try await family.installation.run("login", "watched", "--password-stdin", input: "password123\n")
        #expect(login.status == 0)
        try await family.expectEverywhere("Nobody may look")
        try await family.installation.waitForStatus { $0.accountState("watched") == "live" }
        try await family.end(watcher)
    }

    @Test("a revoked token with a password is replaced by itself")
    func revokedWithPassword() async throws {
        let family = try await Family(scan: "60s", hasPassword: true)
        let watcher = try await family.start(until: "live")
        let token = try #require(try family.installation.token("watched"))
        try await family.hub.control("revoke", ["token": .string(token)])
        try await family.hub.createTransaction(description: "Signed in again")
        try await family.expectEverywhere("Signed in again")
        #expect(try family.installation.token("watched") != token)
        try await family.end(watcher)
    }

    @Test("a session file that somebody has damaged is named", arguments: ["not json", #"{"server":5}"#, ""])
    func damagedSession(_ text: String) async throws {
        let hub = try await ReferenceHub()
        let home = try installation(hub)
        try await #require(home.run("login", "watched", "--password-stdin", input: "password123\n").status == 0)
        try home.folder.write(text, to: "state/accounts/watched.json")
        let doctor = try await home.run("doctor")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains(home.sessionFile("watched")), "\(doctor.output)")
        #expect(doctor.output.contains("sign in again"))
        let watcher = try home.start("run")
        try await home.waitForStatus { status in
            status.accountReason("watched")?.contains("watched.json is damaged") == true
        }
        try await #require(home.run("login", "watched", "--password-stdin", input: "password123\n").status == 0)
        try await home.waitForStatus { $0.accountState("watched") == "live" }
        watcher.signal(15)
        #expect(try await watcher.waitForExit() == 0)
        home.expectNoSecrets()
        try await hub.stop()
    }

    @Test("a token that was never one is refused by the server, and a sign-in is asked for")
    func malformedToken() async throws {
        let family = try await Family()
        let file = "state/accounts/watched.json"
        let token = try #require(try family.installation.token("watched"))
        let text = try TextFile.read(family.installation.sessionFile("watched"))
        try family.installation.folder.write(text.replacing(token, with: "eyJub3Q.a.token"), to: file)
        let watcher = try family.installation.start("run")
        try await family.installation.waitForStatus { $0.accountState("watched") == "signInNeeded" }
        try await family.end(watcher)
    }
}
