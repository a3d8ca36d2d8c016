import DemoBackend
import Glibc
import HTTPClient
import JSON
import TestSupport
import TestWaiting
import Testing

/// A parent clicks “Approve” at a popup of a real notification daemon, and the simulated family's server has the chore approved.
@Suite(
    "Chores that are approved at a popup",
    .enabled(
        if: ["dunst", "Xvfb", "dbus-run-session", "dbus-send"].allSatisfy { RealParts.hasProgram($0) },
        "needs dunst, Xvfb, dbus-run-session and dbus-send"), .serialized)
struct ApprovalPopupTests {
    /// A session with a screen and a notification daemon that prints what it shows; then the program, with the words behind it.
    private static let session = """
        export DISPLAY=:$((200 + $$ % 5000))
        Xvfb "$DISPLAY" -screen 0 640x480x24 >/dev/null 2>&1 & screen=$!
        for attempt in $(seq 100); do [ -S "/tmp/.X11-unix/X${DISPLAY#:}" ] && break; sleep 0.05; done
        dunst -config /dev/null -print & daemon=$!
        trap 'kill $daemon $screen' EXIT
        echo "bus $DBUS_SESSION_BUS_ADDRESS end"
        "$0" "$@" & program=$!
        echo "program $program"
        wait $program
        """

    private static let rules = """

        rules:
          - {name: chores, events: [chore-waiting], to: [screen]}

        """

    /// What Alice has done, and what the server has of it.
    private struct Lawn {
        let parent: OtherApp
        let chore: String

        init(in family: DemoFamily) async throws {
            parent = try await OtherApp(at: family.address)
            let alice = try await OtherApp(OtherApp.alice, at: family.address)
            try await family.installation.waitForRecords("chores")
            chore = try await parent.addChore("Lawn", child: try #require(family.backend.children.first).id)
            _ = try await alice.complete(chore, photo: try TextFile.bytes(of: ChoreOrderTests.photo))
        }

        func waitUntilApproved() async throws {
            // What a silent server may have done is looked for after a minute, and then asked for again.
            try await eventually("the chore is approved", within: .seconds(180), every: .milliseconds(200)) {
                try await parent.get("/tasks/\(chore)/completions").first?.text("status") == "Approved"
            }
        }
    }

    private func begin(_ installation: Installation, _ words: [String]) throws -> ChildProcess {
        try ChildProcess(
            "dbus-run-session", ["--", "sh", "-c", Self.session, Installation.program] + words,
            environment: ["HOME": installation.folder.path, "DBUS_SESSION_BUS_ADDRESS": "", "NO_COLOR": "1"])
    }

    /// Clicks the popup's only button, which is what the daemon does for its `dunstctl action`.
    private func click(_ session: ChildProcess) async throws {
        let line = try #require(session.output.split(separator: "\n").first { $0.hasPrefix("bus ") })
        let call = try ChildProcess(
            "dbus-send",
            [
                "--bus=\(line.dropFirst(4).dropLast(4))", "--print-reply", "--dest=org.freedesktop.Notifications",
                "/org/freedesktop/Notifications", "org.dunstproject.cmd0.NotificationAction", "uint32:0",
            ])
        #expect(try await call.waitForExit() == 0, "\(call.errors)")
    }

    private func end(_ session: ChildProcess) async throws {
        let line = try #require(session.output.split(separator: "\n").first { $0.hasPrefix("program ") })
        kill(try #require(pid_t(line.dropFirst(8))), SIGTERM)
        // The agent ends as the signal asks, the watcher in order.
        #expect([0, 128 + SIGTERM].contains(try await session.waitForExit()), "\(session.errors)")
    }

    private func reviews(_ family: DemoFamily) -> Int { family.writes.count { $0.contains("/review ") } }

    @Test("in one's own session")
    func own() async throws {
        let family = try await DemoFamily(targets: "\n  - {name: screen, kind: desktop, approve: true}" + Self.rules)
        let home = family.installation
        let session = try begin(home, ["run", "--config", home.configuration])
        try await home.waitForStatus {
            $0.accountState("watched") == "live" && $0["accounts"]?[0]?["lastScan"] ?? .null != .null
        }
        let lawn = try await Lawn(in: family)
        // Nobody clicks before the notification server has said which popup it is.
        try await eventually("a popup that was taken", within: .seconds(60)) {
            try await home.json("deliveries", "list").contains { $0["state"] == "delivered" }
        }
        try await click(session)
        try await lawn.waitUntilApproved()
        try await eventually("nothing waits", within: .seconds(60)) { try await home.json("pending", "list").isEmpty }
        #expect(reviews(family) == 1)
        try await end(session)
        await family.backend.stop()
    }

    @Test("elsewhere by a token that was made for it, also while the family server is silent at first")
    func elsewhere() async throws {
        let family = try await DemoFamily(targets: "\n  - {name: screen, kind: desktops}" + Self.rules)
        let home = family.installation
        let watcher = try await family.start()
        let made = try #require(try await home.json("token", "create", "--desktop", "screen", "--approve").first)
        #expect(made["may"] == ["approve"])
        let token = try home.secret(try #require(made.text("token")), "token")
        let session = try begin(
            home, ["desktop", "--watcher", "\(home.folder.path)/state/desktops.sock", "--token-file", token])
        try await session.waitForOutput("tells this desktop", within: .seconds(60))
        let lawn = try await Lawn(in: family)
        try await session.waitForOutput("waits for approval: Lawn", within: .seconds(60))
        try await session.waitForOutput("shown: ", within: .seconds(60))
        family.spoil("PUT", "tasks/completions", .silence)
        // The daemon asks which of two buttons is meant, so the order comes as an agent of one's own gives it, twice.
        let alert = try #require(try await home.json("deliveries", "list").first?.text("alert"))
        let http = try HTTPClient()
        for _ in 0..<2 {
            var order = HTTPClientRequest(.post, try HTTPURL("http://localhost/v1/desktop/approve"))
            order.unixSocketPath = "\(home.folder.path)/state/desktops.sock"
            order.body = .bytes(Array("{\"alert\":\"\(alert)\"}".utf8), contentType: "application/json")
            try order.setHeader("Authorization", "Bearer \(try TextFile.read(token).split(separator: "\n")[0])")
            #expect(try await http.send(order).status == 204)
        }
        try await lawn.waitUntilApproved()
        #expect(try await home.json("token", "list").first?["may"] == ["approve"])
        #expect(reviews(family) <= 2, "the silent answer is asked for again, and nothing is ordered twice")
        try await end(session)
        try await family.end(watcher)
    }
}
