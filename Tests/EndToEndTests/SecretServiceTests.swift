import Glibc
import JSON
import TestSupport
import Testing

/// The session in GNOME's keyring, on a session bus of the test's own, as at a desktop.
@Suite(
    "A session that the desktop keeps",
    .enabled(
        if: RealParts.has(ReferenceHub.part)
            && ["gnome-keyring-daemon", "dbus-run-session", "dbus-send"].allSatisfy { RealParts.hasProgram($0) },
        "needs ../shared, gnome-keyring, dbus-run-session and dbus-send"), .serialized)
struct SecretServiceTests {
    /// A desktop whose keyring opens as soon as there is a file for it, then the words; their program ends it.
    private static let desktop = """
        exec 3<&0
        export XDG_RUNTIME_DIR="$HOME"
        wait_for() { until "$@"; do sleep 0.02; done; }
        is_there() {
            dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames |
                grep -q org.freedesktop.secrets
        }
        if [ -e "$HOME/open" ]; then
            printf sesame | gnome-keyring-daemon --foreground --components=secrets --unlock >/dev/null 2>&1 &
        else
            gnome-keyring-daemon --foreground --components=secrets >/dev/null 2>&1 &
            (wait_for [ -e "$HOME/open" ]; printf sesame | gnome-keyring-daemon --unlock --replace --foreground \
                --components=secrets) >/dev/null 2>&1 &
        fi
        wait_for is_there
        "$@" <&3 & program=$!
        echo "program $program"
        wait $program; status=$?
        kill %1 %2 2>/dev/null
        exit $status
        """

    /// Without service files: between two keyrings a question would have the bus start a third one, which is locked.
    private static let bus = """
        <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
        <policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy>
        </busconfig>
        """

    @Test("a sign-in leaves no token in a file; a locked keyring is told, and an open one goes on without a restart")
    func story() async throws {
        let hub = try await ReferenceHub()
        let installation = try Installation(
            "accounts:\n  - {name: mum, server: '\(hub.address)', email: parent@example.com}\n")
        try installation.folder.write("", to: "open")
        let login = try desktop(installation, "login", "mum", "--password-stdin", input: "password123\n")
        #expect(try await login.waitForExit() == 0, "\(login.errors)")
        #expect(login.output.contains("The desktop's secret service keeps the session."))
        let file = try TextFile.read(installation.sessionFile("mum"))
        #expect(file.contains("parent@example.com") && !file.contains("token"))

        // Nobody has signed in at the desktop yet.
        unlink("\(installation.folder.path)/open")
        let program = try desktop(installation, "run")
        try await installation.waitForStatus { $0.accountState("mum") != "live" && !$0.problems.isEmpty }
        let status = try await installation.run("status")
        #expect(status.output.contains("the desktop's secret service is locked"), "\(status.output)")
        #expect(status.output.contains("--keep-in file"))
        try installation.folder.write("", to: "open")
        try await installation.waitForStatus { $0.accountState("mum") == "live" && $0.problems.isEmpty }
        try await hub.createTransaction(description: "Kite")
        try await installation.waitForRecords("transactions") { $0.contains { $0.text("description") == "Kite" } }

        let logout = try await installation.run("logout", "mum")
        #expect(logout.status == 0 && logout.errors.isEmpty, "\(logout.errors)")
        try await installation.waitForStatus { $0.accountState("mum") == "signInNeeded" }
        kill(try number(of: program), SIGTERM)
        #expect(try await program.waitForExit() == 0)
        installation.expectNoSecrets()
        try await hub.stop()
    }

    /// A command at a desktop of its own, with the keyring of the one before.
    private func desktop(
        _ installation: Installation, _ words: String..., input: String = ""
    ) throws -> ChildProcess {
        try installation.folder.write(Self.bus, to: "bus.conf")
        return try ChildProcess(
            "dbus-run-session",
            [
                "--config-file=\(installation.folder.path)/bus.conf", "--", "sh", "-c", Self.desktop, "sh",
                Installation.program,
            ] + words
                + ["--config", installation.configuration],
            environment: [
                "HOME": installation.folder.path, "XDG_DATA_HOME": installation.folder.path,
                "DBUS_SESSION_BUS_ADDRESS": "", "NO_COLOR": "1",
            ], input: input)
    }

    private func number(of session: ChildProcess) throws -> pid_t {
        let line = try #require(session.output.split(separator: "\n").first { $0.hasPrefix("program ") })
        return try #require(pid_t(line.dropFirst(8)))
    }
}
