import Glibc
import JSON
import TestSupport
import Testing

/// A popup on a real notification daemon, on a bus and a screen of the test's own.
@Suite(
    "Popups",
    .enabled(
        if: RealParts.has(ReferenceHub.part)
            && ["dunst", "Xvfb", "dbus-run-session"].allSatisfy { RealParts.hasProgram($0) },
        "needs ../shared, dunst, Xvfb and dbus-run-session"), .serialized)
struct DesktopTests {
    /// A session with a screen and a notification daemon that prints what it shows; then the program, as the user unit runs it.
    private static let session = """
        export DISPLAY=:$((200 + $$ % 5000))
        Xvfb "$DISPLAY" -screen 0 640x480x24 >/dev/null 2>&1 & screen=$!
        for attempt in $(seq 100); do [ -S "/tmp/.X11-unix/X${DISPLAY#:}" ] && break; sleep 0.05; done
        dunst -print & daemon=$!
        trap 'kill $daemon $screen' EXIT
        "$0" run --config "$1" & program=$!
        echo "program $program"
        wait $program
        """

    @Test("without targets and rules a transaction is a popup, and a child's markup is shown as it is")
    func popup() async throws {
        let hub = try await ReferenceHub()
        let installation = try await signedIn(at: hub)
        let session = try await start(installation)
        try await hub.createTransaction(description: "<b>Lawn</b> & hedge")
        try await session.waitForOutput("hedge", within: .seconds(30))
        #expect(session.output.contains("&lt;b&gt;Lawn&lt;/b&gt; &amp; hedge"))
        try await installation.waitForStatus { $0.count("delivered") == 1 }
        kill(try program(of: session), SIGTERM)
        #expect(try await session.waitForExit() == 0)
        try await hub.stop()
    }

    @Test(
        "a desktop that a reload adds shows what comes from then on, beside what was there, and no more once it is left out"
    )
    func added() async throws {
        let hub = try await ReferenceHub()
        let receiver = try await WebhookReceiver()
        let house = """
            targets:
              - {name: house, kind: webhook, url: '\(receiver.address)/house', private-addresses: true}

            """
        let installation = try await signedIn(at: hub, house)
        let session = try await start(installation)
        try await hub.createTransaction(description: "One")
        try await receiver.wait(for: "One", at: "/house")

        try await reload(session, installation, at: hub, house + "  - {name: screen, kind: desktop}\n")
        try await hub.createTransaction(description: "Two")
        try await session.waitForOutput("Two", within: .seconds(30))
        try await receiver.wait(for: "Two", at: "/house")
        let status = try await installation.waitForStatus { $0.deliveries("delivered", of: "screen") == 1 }
        #expect(status["balanced"] == true && status.problems.isEmpty, "\(status.problems)")

        try await reload(session, installation, at: hub, house)
        try await hub.createTransaction(description: "Three")
        try await receiver.wait(for: "Three", at: "/house")
        try await installation.waitForStatus { $0.deliveries("delivered", of: "house") == 3 }
        // What was planned for the desktop would be in the outbox.
        #expect(try await installation.json("deliveries", "list", "--target", "screen").count == 1)
        kill(try program(of: session), SIGTERM)
        #expect(try await session.waitForExit() == 0)
        #expect(!session.output.contains("Three") && !session.output.contains("One"))
        try await hub.stop()
    }

    private func yaml(_ hub: ReferenceHub, _ more: String) -> String {
        """
        accounts:
          - name: watched
            server: \(hub.address)
            email: parent@example.com

        """ + more
    }

    private func signedIn(at hub: ReferenceHub, _ more: String = "") async throws -> Installation {
        let installation = try Installation(yaml(hub, more))
        let login = try await installation.run("login", "watched", "--password-stdin", input: "password123\n")
        #expect(login.status == 0, "\(login.errors)")
        return installation
    }

    /// Begins a session and waits until the account in it is watched.
    private func start(_ installation: Installation) async throws -> ChildProcess {
        let session = try ChildProcess(
            "dbus-run-session", ["--", "sh", "-c", Self.session, Installation.program, installation.configuration],
            environment: ["HOME": installation.folder.path, "DBUS_SESSION_BUS_ADDRESS": "", "NO_COLOR": "1"])
        try await installation.waitForStatus {
            $0.accountState("watched") == "live" && $0["accounts"]?[0]?["lastScan"] != .null
        }
        return session
    }

    private func program(of session: ChildProcess) throws -> pid_t {
        let line = try #require(session.output.split(separator: "\n").first { $0.hasPrefix("program ") })
        return try #require(pid_t(line.dropFirst(8)))
    }

    /// Has the program take another configuration.
    private func reload(
        _ session: ChildProcess, _ installation: Installation, at hub: ReferenceHub, _ more: String
    ) async throws {
        func taken() -> Int {
            session.errors.split(separator: "\n").count { $0.contains("the new configuration is in force") }
        }
        let before = taken()
        try installation.configure(yaml(hub, more))
        kill(try program(of: session), SIGHUP)
        try await installation.waitForStatus { _ in taken() > before }
    }
}
