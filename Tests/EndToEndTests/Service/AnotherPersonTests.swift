import Glibc
import JSON
import TestSupport
import Testing

/// Somebody else signs in, or signs out, while a session is still good.
@Suite("Another person signs in", .serialized)
struct AnotherPersonTests {
    private let parent = "parent@example.com"
    private let child = "child1@example.com"

    @Test("a login as somebody else counts at once for the running program")
    func running() async throws {
        let server = try await DemoServer()
        let service = try await MachineService()
        #expect(try await service.login(parent, at: server.address).status == 0)
        try await service.waitForStatus { $0.accountState("family") == "live" && $0.count("transactions") == 24 }
        #expect(try await person(service) == parent)
        #expect(try await service.login(child, at: server.address).status == 0)
        #expect(try await person(service) == child)
        try await service.waitForStatus { $0.accountState("family") == "live" }
        #expect(try email(service) == child)
        try await service.stop()
        try await server.stop()
    }

    @Test("a session that is changed or removed under the running program counts from the next question on")
    func underneath() async throws {
        let server = try await DemoServer()
        let service = try await MachineService()
        let other = try Installation("targets: []\n")
        #expect(try await service.login(parent, at: server.address).status == 0)
        try await service.waitForStatus { $0.accountState("family") == "live" }
        let login = try await other.run(
            "login", "--server", server.address, "--email", child, "--name", "family", "--password-stdin",
            input: DemoServer.password + "\n")
        #expect(login.status == 0, "\(login)")
        #expect(rename(other.sessionFile("family"), "\(service.state)/accounts/family.json") == 0)
        // The first question finds that nothing is known of the new person yet: the account is taken up anew.
        _ = try await service.run("doctor")
        try await service.waitForStatus { _ in service.log.contains("the account is watched anew account=family") }
        try await service.waitForStatus { $0.accountState("family") == "live" }
        #expect(try await person(service) == child)
        #expect(unlink("\(service.state)/accounts/family.json") == 0)
        _ = try await service.run("doctor")
        try await service.waitForStatus { $0["accounts"] == .array([]) }
        try await service.stop()
        try await server.stop()
    }

    @Test("a session of whom the configuration no longer names does not apply; a configured password signs in")
    func configured() async throws {
        let server = try await DemoServer()
        func yaml(_ email: String, _ more: String = "") -> String {
            "targets: []\naccounts:\n  - {name: watched, server: '\(server.address)', email: \(email)\(more)}\n"
        }
        let home = try Installation(yaml(parent), environment: ["FAMILY_PASSWORD": DemoServer.password])
        let watcher = try home.start("run")
        try await home.waitForStatus { $0.accountState("watched") == "signInNeeded" }
        #expect(try await home.run("login", "--password-stdin", input: DemoServer.password + "\n").status == 0)
        try await home.waitForStatus { $0.accountState("watched") == "live" }
        try home.configure(yaml(child))
        watcher.signal(SIGHUP)
        let status = try await home.waitForStatus { $0.accountState("watched") == "signInNeeded" }
        let reason = status.accountReason("watched") ?? ""
        #expect(reason.contains("the session is that of \(parent), not of \(child)"), "\(status)")
        let problem = status.problems.first { $0.hasPrefix("watched must sign in") } ?? ""
        #expect(problem.hasSuffix("): pocketbell login watched --config \(home.configuration)"), "\(status.problems)")
        try home.configure(yaml(child, ", password: 'env:FAMILY_PASSWORD'"))
        watcher.signal(SIGHUP)
        try await home.waitForStatus { $0.accountState("watched") == "live" }
        let out = try await home.run("logout", "watched")
        #expect(out.status == 78 && out.errors.contains("which would sign it in again at once"))
        watcher.signal(15)
        #expect(try await watcher.waitForExit() == 0)
        home.expectNoSecrets()
        // Also for a command where no program runs.
        try home.configure(yaml(parent))
        let doctor = try await home.run("doctor")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("the session is that of \(child), not of \(parent)"), "\(doctor)")
        try await server.stop()
    }

    @Test("a configured password that is refused is corrected where it is written, wherever that is said")
    func refusedPassword() async throws {
        let server = try await DemoServer()
        let home = try Installation(
            "targets: []\naccounts:\n"
                + "  - {name: watched, server: '\(server.address)', email: \(parent), password: 'file:pw'}\n")
        let step = "the password in \(try home.secret("not-this-one\n", "pw")), or the account's `email`"
        let watcher = try home.start("run")
        let status = try await home.waitForStatus { $0.accountState("watched") == "signInNeeded" }
        #expect(status.problems.contains { $0.hasSuffix(": correct \(step)") }, "\(status.problems)")
        #expect(try await home.run("doctor").output.contains("Correct \(step)"))
        watcher.signal(SIGTERM)
        #expect(try await watcher.waitForExit() == 0)
        for words in [["doctor"], ["login", "watched"]] {
            let answer = try await home.run(words)
            #expect((answer.output + answer.errors).contains("Correct \(step)"), "\(words): \(answer)")
        }
        #expect(watcher.errors.contains("Correct \(step)") && !watcher.errors.contains("login"))
        try await server.stop()
    }

    /// In whose name the running program asks the server.
    private func person(_ service: MachineService) async throws -> String? {
        let findings = try await service.json("doctor")
        let message = findings.first { $0["name"] == "account family" }?.text("message")
        return message?.split(separator: " ").last.map(String.init)
    }

    /// Whose session lies in the service's state folder.
    private func email(_ service: MachineService) throws -> String? {
        try JSONValue(parsing: TextFile.read("\(service.state)/accounts/family.json")).text("email")
    }
}
