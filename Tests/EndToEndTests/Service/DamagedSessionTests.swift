import JSON
import TestSupport
import TestWaiting
import Testing

/// One account's session file that cannot be used, beside the real program.
@Suite("A session file that is damaged")
struct DamagedSessionTests {
    @Test("the others go on, people see who must sign in, and a file that is mended is taken up")
    func others() async throws {
        let server = try await DemoServer()
        let home = try Installation("targets: []\n")
        for (name, email) in [("mum", "parent@example.com"), ("kim", "child1@example.com")] {
            let login = try await home.run(
                "login", "--server", server.address, "--email", email, "--name", name, "--password-stdin",
                input: DemoServer.password + "\n")
            #expect(login.status == 0, "\(login)")
        }
        let good = try TextFile.bytes(of: home.sessionFile("kim"))
        try TextFile.write(Array("{".utf8), to: home.sessionFile("kim"), mode: 0o600)
        let before = try await home.run("account", "list")
        #expect(before.output.contains("kim") && before.output.contains("damaged"), "\(before)")
        let watcher = try home.start("run")
        let status = try await home.waitForStatus { $0.accountState("mum") == "live" }
        #expect(status.accountState("kim") == "signInNeeded")
        #expect(status.accountReason("kim")?.contains("kim.json is damaged") == true, "\(status)")
        #expect(
            status.problems.contains {
                $0.hasPrefix("kim must sign in") && $0.contains("pocketbell login kim --server https://YOUR-SERVER")
            }, "\(status.problems)")
        // An order by a login that is well is kept as ever.
        #expect(try await home.run("add", "Alice", "+1.00", "Still here").status == 0)
        try TextFile.write(good, to: home.sessionFile("kim"), mode: 0o600)
        try await home.waitForStatus { $0.accountState("kim") == "live" }
        watcher.signal(15)
        #expect(try await watcher.waitForExit() == 0)
        try await server.stop()
    }
}
