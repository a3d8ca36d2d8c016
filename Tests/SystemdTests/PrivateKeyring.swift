import Glibc
import Systemd

/// GNOME's keyring on a bus and in a folder of the test's own.
///
/// Swift releases a local object after its last use: a test ends it in a `defer`.
final class PrivateKeyring {
    let bus: PrivateBus
    private var daemon: ChildProcess?

    static let isInstalled = PrivateBus.isInstalled && ChildProcess.isInstalled("gnome-keyring-daemon")

    /// - Parameter isOpen: unlocked with a password, as at a desktop's sign-in.
    init(isOpen: Bool = true) async throws {
        bus = try PrivateBus()
        try await start(isOpen: isOpen)
    }

    /// Takes up what lies in the folder.
    func start(isOpen: Bool) async throws {
        let start = "exec gnome-keyring-daemon --foreground --components=secrets"
        daemon = try ChildProcess(
            "sh", ["-c", isOpen ? "\(start) --unlock <<END\nsesame\nEND" : "\(start) </dev/null"],
            environment: [
                "HOME=\(bus.folder)", "XDG_DATA_HOME=\(bus.folder)/data", "XDG_RUNTIME_DIR=\(bus.folder)",
                "DBUS_SESSION_BUS_ADDRESS=\(bus.address)",
            ])
        let session = try SessionBus(address: bus.address)
        let owners = session.events([
            BusMatch(
                sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", name: "NameOwnerChanged")
        ]) { event in if case .signal = event { true } else { nil } }
        let question = BusCall(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", "NameHasOwner",
            [.string("org.freedesktop.secrets")])
        if try await session.call(question) == [.boolean(true)] { return }
        for await _ in owners where try await session.call(question) == [.boolean(true)] { return }
        throw PrivateBus.NotStarted()
    }

    func stop() {
        daemon?.end()
        daemon = nil
    }

    func end() {
        stop()
        bus.stop()
        system("rm -rf '\(bus.folder)'")
    }
}
