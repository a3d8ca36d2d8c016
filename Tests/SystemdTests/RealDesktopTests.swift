import Glibc
import Systemd
import Testing

/// dunst under a virtual display, on a bus of its own.
private final class Desktop {
    let privateBus: PrivateBus
    let bus: SessionBus
    private let screen: ChildProcess
    private let display: String
    private var server: ChildProcess?

    static let isInstalled =
        PrivateBus.isInstalled && ChildProcess.isInstalled("dunst") && ChildProcess.isInstalled("Xvfb")

    init() throws {
        privateBus = try PrivateBus()
        bus = try SessionBus(address: privateBus.address)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        screen = try ChildProcess(
            "Xvfb", ["-displayfd", "5", "-screen", "0", "800x600x24", "-nolisten", "tcp"], descriptor: ends[1])
        close(ends[1])
        // It writes its number when it is ready, and ends without a word otherwise.
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(ends[0], &bytes, bytes.count)
        try #require(count > 0, "Xvfb did not start")
        display = ":" + String(decoding: bytes[..<count].filter { $0 > 0x20 }, as: UTF8.self)
    }

    /// Returns when the server has its name on the bus.
    func startServer() async throws {
        let owners = bus.signals(BusMatch(interface: "org.freedesktop.DBus", name: "NameOwnerChanged"))
        _ = try await bus.call(
            BusCall(
                "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", "GetId"))
        server = try ChildProcess(
            "dunst", ["-config", try configuration()],
            environment: [
                "DISPLAY=\(display)", "DBUS_SESSION_BUS_ADDRESS=\(privateBus.address)", "HOME=\(privateBus.folder)",
            ])
        for await owner in owners where owner.arguments.first?.text == "org.freedesktop.Notifications" { return }
    }

    /// Has a desktop entry of this name shown as a category, which dunst remembers.
    private func configuration() throws -> String {
        let path = privateBus.folder + "/dunstrc"
        let file = try #require(fopen(path, "w"))
        fputs("[entry]\ndesktop_entry = \"pocketbell\"\nset_category = \"known\"\n", file)
        fclose(file)
        return path
    }

    func endServer() {
        unlink(privateBus.folder + "/dunstrc")
        server?.end()
        server = nil
    }

    func end() {
        endServer()
        screen.end()
        privateBus.stop()
    }
}

@Suite(
    "Popups on a real desktop", .enabled(if: Desktop.isInstalled, "dunst, Xvfb or dbus-daemon is not installed"),
    .timeLimit(.minutes(1)))
struct RealDesktopTests {
    @Test("a popup is shown, replaced and closed, and a new server is noticed")
    func dunst() async throws {
        let desktop = try Desktop()
        defer { desktop.end() }
        let popups = DesktopNotifications(bus: desktop.bus, application: "PocketBell tests")
        try await desktop.startServer()
        let events = popups.events()
        let capabilities = try await popups.capabilities()
        #expect(capabilities.contains("body") && capabilities.contains("actions"))
        var content = DesktopNotifications.Content(title: "Ada\0", body: "<b>5.00</b> & more from Café 👨‍👩‍👧")
        content.actions = [("default", "Open")]
        content.lifetime = .seconds(600)
        content.urgency = .critical
        content.icon = "dialog-information"
        content.category = "x-pocketbell.balance-low"
        let first = try await popups.show(content, capabilities: capabilities)
        content.title = "Two payments"
        #expect(try await popups.show(content, replacing: first, capabilities: capabilities) == first)
        try await popups.close(first)
        #expect(await next(events) == .closed(first, .closedByCall))
        #expect(try await history(desktop.bus)["category"] == "x-pocketbell.balance-low")
        desktop.endServer()
        #expect(await next(events) == .serverChanged)
        let error = await #expect(throws: BusError.self) { try await popups.show(content, capabilities: capabilities) }
        guard case .remote = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        try await desktop.startServer()
        #expect(await next(events) == .serverChanged)
        let second = try await popups.show(content, capabilities: capabilities)
        #expect(second == first, "ids begin again, which is why serverChanged comes first")
    }

    @Test("a popup's desktop entry is known, and a click on one with a link is told where dunst is said to show none")
    func click() async throws {
        let desktop = try Desktop()
        defer { desktop.end() }
        let popups = DesktopNotifications(bus: desktop.bus, application: "PocketBell tests")
        try await desktop.startServer()
        let events = popups.events()
        var content = DesktopNotifications.Content(title: "Ada", body: "5.00")
        content.link = "https://f.example/"
        content.desktopEntry = "pocketbell"
        let id = try await popups.show(content, capabilities: ["actions", "body"])
        _ = try await desktop.bus.call(
            BusCall(
                "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
                interface: "org.dunstproject.cmd0", "NotificationAction", [.uint32(0)]))
        #expect(await next(events) == .actionInvoked(id, key: DesktopNotifications.clickKey))
        try await popups.close(id)
        #expect(await next(events) == .closed(id, .closedByCall))
        #expect(try await history(desktop.bus)["category"] == "known")
    }

    @Test("what was typed is shown as it was typed by a dunst that reads markup and does not say so")
    func hiddenMarkup() async throws {
        let desktop = try Desktop()
        defer { desktop.end() }
        let popups = DesktopNotifications(bus: desktop.bus, application: "PocketBell tests")
        try await desktop.startServer()
        let events = popups.events()
        let capabilities = try await popups.capabilities()
        #expect(!capabilities.contains("body-markup"), "its configuration names no markup")
        let content = DesktopNotifications.Content(
            title: "Ada", body: "<b>Ice</b> & cream &lt; <a href=\"http://f.example\">link</a>")
        let id = try await popups.show(content, capabilities: capabilities)
        try await popups.close(id)
        #expect(await next(events) == .closed(id, .closedByCall))
        // As it draws it: with its own markup, and what it takes to be text escaped.
        let drawn = try #require(try await history(desktop.bus)["message"])
        #expect(
            drawn.contains(
                "\u{2039}b\u{203A}Ice\u{2039}/b\u{203A} &amp;\u{2060} cream &amp;\u{2060}lt; \u{2039}a href="))
        #expect(!drawn.contains("<b>Ice") && drawn.contains("link\u{2039}/a\u{203A}"))
    }

    /// What dunst remembers of the popup that was closed last.
    private func history(_ bus: SessionBus) async throws -> [String: String] {
        let answer = try await bus.call(
            BusCall(
                "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
                interface: "org.dunstproject.cmd0", "NotificationListHistory"))
        guard case .dictionary(_, let members) = answer.first?.items?.first else { return [:] }
        return members.reduce(into: [:]) { $0[$1.key.text ?? ""] = $1.value.text }
    }

    private func next(_ events: AsyncStream<DesktopNotifications.Event>) async -> DesktopNotifications.Event? {
        await events.first { _ in true }
    }
}
