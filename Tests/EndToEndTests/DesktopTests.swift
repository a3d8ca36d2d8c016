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
        "needs ../shared, dunst, Xvfb and dbus-run-session"))
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
        let installation = try Installation(
            """
            accounts:
              - name: watched
                server: \(hub.address)
                email: parent@example.com

            """)
        let login = try await installation.run("login", "watched", "--password-stdin", input: "password123\n")
        #expect(login.status == 0, "\(login.errors)")
        let session = try ChildProcess(
            "dbus-run-session", ["--", "sh", "-c", Self.session, Installation.program, installation.configuration],
            environment: ["HOME": installation.folder.path, "DBUS_SESSION_BUS_ADDRESS": "", "NO_COLOR": "1"])
        try await installation.waitForStatus {
            $0.accountState("watched") == "live" && $0["accounts"]?[0]?["lastScan"] != .null
        }
        try await hub.createTransaction(description: "<b>Lawn</b> & hedge")
        try await session.waitForOutput("hedge", within: .seconds(30))
        #expect(session.output.contains("&lt;b&gt;Lawn&lt;/b&gt; &amp; hedge"))
        try await installation.waitForStatus { $0.count("delivered") == 1 }
        let line = try #require(session.output.split(separator: "\n").first { $0.hasPrefix("program ") })
        let program = try #require(Int32(line.dropFirst(8)))
        kill(program, SIGTERM)
        #expect(try await session.waitForExit() == 0)
        try await hub.stop()
    }
}
