import Glibc
import Store
import TestWaiting
import Testing
import Values

@testable import Relay
@testable import Systemd

/// dunst under a virtual display on a bus of its own; started when told so. All of it ends with the test process.
private enum Desktop {
    static let isInstalled = ["xvfb-run", "dbus-run-session", "dunst"].allSatisfy { program in
        ["/usr/bin", "/usr/local/bin", "/bin"].contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    private static let servers =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Servers"

    /// - Parameters:
    ///   - signal: a file; the server starts when it is there.
    ///   - openings: a file; what anybody asks a portal to open is written there.
    static func start(waitingFor signal: String, openings: String = "/dev/null") throws -> SessionBus {
        let script = """
            echo "$DBUS_SESSION_BUS_ADDRESS"
            dbus-monitor "interface='org.freedesktop.portal.OpenURI'" >\(openings) 2>&1 &
            (while [ ! -e \(signal) ]; do sleep 0.02; done; exec dunst -config /dev/null) >/dev/null 2>&1 &
            cat >/dev/null; kill %1 %2
            """
        let address = Child.start(
            "xvfb-run", ["-a", "dbus-run-session", "--config-file=\(servers)/bus.conf", "--", "sh", "-c", script])
        return try SessionBus(address: try #require(address.isEmpty ? nil : address))
    }
}

@Suite("The desktop", .timeLimit(.minutes(1)))
struct DesktopTests {
    @Test("without a session popups wait, and the reason says what to do")
    func off() async throws {
        let target = DesktopTarget(name: "desktop", bus: nil)
        let verdict = await target.deliver(.sample(), body: nil).verdict
        #expect(verdict.reason == .off && verdict.kind == .retry(after: nil))
        #expect(verdict.detail.contains("user service"))
    }

    @Test("a server without bodies gets everything in the title")
    func noBody() {
        let content = DesktopTarget.content(of: .sample(), [])
        #expect(content.title == "Pocket money: Alice received $12.50: Kite (balance $37.50)" && content.body.isEmpty)
        #expect(DesktopTarget.content(of: .sample(), ["body"]).body == "Alice received $12.50: Kite (balance $37.50)")
    }

    @Test("urgency, icon, category and link go to the desktop as it knows them")
    func looks() {
        let style = AlertStyle(urgency: .low, icon: "bell", link: "https://f.example/{child-id}")
        let content = DesktopTarget.content(of: .sample(style: style), ["body"])
        #expect(content.urgency == .low && content.icon == "bell" && content.link == "https://f.example/c1")
        #expect(content.category == "x-pocketbell.transaction")
        let low = DesktopTarget.content(of: .sample(.low, style: AlertStyle(icon: "https://f.example/i.png")), ["body"])
        #expect(low.urgency == .critical && low.category == "x-pocketbell.balance-low")
        #expect(low.icon == DesktopFiles.icon && low.link == nil, "a desktop fetches nothing")
    }

    @Test("PocketBell's own icon and entry are named where they are installed, else an icon that every desktop has")
    func files() throws {
        var template = Array("/tmp/pocketbell-icons-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var path = folder
        for part in ["icons", "hicolor", "scalable", "apps"] {
            path += "/" + part
            mkdir(path, 0o700)
        }
        #expect(DesktopFiles.icon(among: ["/nowhere", folder]) == "dialog-information")
        close(open(path + "/pocketbell.svg", O_CREAT, 0o600))
        #expect(DesktopFiles.icon(among: ["/nowhere", folder]) == "pocketbell")
        unlink(path + "/pocketbell.svg")
        let applications = folder + "/applications"
        mkdir(applications, 0o700)
        #expect(DesktopFiles.entry(among: ["/nowhere", folder]) == nil)
        close(open(applications + "/pocketbell.desktop", O_CREAT, 0o600))
        #expect(DesktopFiles.entry(among: ["/nowhere", folder]) == "pocketbell")
        unlink(applications + "/pocketbell.desktop")
        rmdir(applications)
        while path != "/tmp" {
            rmdir(path)
            path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        }
        #expect(
            DesktopFiles.folders(home: "/h", data: nil, nil) == ["/h/.local/share", "/usr/local/share", "/usr/share"])
        #expect(DesktopFiles.folders(home: "/h", data: "/d", "/a::b:/c") == ["/d", "/a", "/c"])
        #expect(DesktopFiles.folders(home: nil, data: nil, "") == [])
    }

    @Test(
        "popups that waited come up as soon as somebody's desktop is there",
        .enabled(if: Desktop.isInstalled, "xvfb-run, dbus-run-session or dunst is not installed"))
    func login() async throws {
        let relay = try await RelayFixture()
        let signal = relay.folder + ".signal"
        defer { unlink(signal) }
        let bus = try Desktop.start(waitingFor: signal)
        // Long enough that only the server's appearance can end the wait.
        let patient = Backoff(steps: [.seconds(600)])
        try await relay.withRelay([.desktop], bus: bus, backoff: patient) {
            running in
            try await relay.alert(1...3, to: ["desktop"], description: Hostile.markup)
            try await relay.wait { $0.first?.reason == .off }
            #expect(await running.status().first?.state == .failing)
            close(open(signal, O_CREAT, 0o600))
            try await relay.wait { $0.count == 3 && $0.allSatisfy { $0.state == .delivered } }
            #expect(await running.status().first?.state == .working)
        }
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test(
        "a click on a popup opens its link where the server shows none, and a click on a stranger's opens nothing",
        .enabled(if: Desktop.isInstalled, "xvfb-run, dbus-run-session or dunst is not installed"))
    func click() async throws {
        var template = Array("/tmp/pocketbell-openings-XXXXXX".utf8CString)
        close(mkstemp(&template))
        let openings = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(openings) }
        let bus = try Desktop.start(waitingFor: "/", openings: openings)
        let events = DesktopNotifications(bus: bus, application: "x").events()
        let target = DesktopTarget(name: "desktop", bus: bus, capabilities: ["actions", "body"])
        let style = AlertStyle(link: "https://f.example/{child-id}")
        try await eventually("a popup", within: .seconds(20)) {
            await target.deliver(.sample(style: style), body: nil).verdict.kind == .delivered
        }
        try await click(on: bus)
        let clicked = await events.first { if case .actionInvoked = $0 { true } else { false } }
        let news = try #require(clicked.flatMap { TargetNews($0) })
        let shown = [AlertRow.Key(rawValue: AlertFacts.gift().key)]
        #expect(await target.seen(by: news) == shown, "a click shows that somebody has seen it")
        guard case .popupClicked(let id) = news else {
            Issue.record("\(news)")
            return
        }
        #expect(await target.seen(by: .popupDismissed(id)) == shown)
        #expect(await target.seen(by: .notificationServerChanged) == [])
        #expect(await !target.take(news))
        try await eventually("the portal is asked: \(text(of: openings))", within: .seconds(20)) {
            text(of: openings).contains("string \"https://f.example/c1\"")
        }
        // Its number means nothing to a target that did not show it.
        let other = DesktopTarget(name: "other", bus: bus)
        #expect(await !other.take(news))
        #expect(await other.seen(by: news) == [])
        #expect(text(of: openings).split(separator: "\n").filter { $0.contains("f.example") }.count == 1)
    }

    @Test(
        "what is over takes the place of the popup that told of it, also after a reload, as long as the same server runs",
        .enabled(if: Desktop.isInstalled, "xvfb-run, dbus-run-session or dunst is not installed"))
    func replaced() async throws {
        let bus = try Desktop.start(waitingFor: "/")
        let target = DesktopTarget(name: "desktop", bus: bus)
        try await eventually("a popup", within: .seconds(20)) {
            await target.deliver(.sample(), body: nil).verdict.kind == .delivered
        }
        let message = try #require(await target.deliver(.sample(), body: nil).message)
        // A reload makes another one, which has shown nothing.
        let reloaded = DesktopTarget(name: "desktop", bus: bus)
        var over = RenderedAlert.sample(.withdrawn())
        over.message = message
        #expect(await reloaded.deliver(over, body: nil).message == message, "the number that is replaced")
        var foreign = RenderedAlert.sample(.low)
        foreign.message = message + "9"
        let own = await reloaded.deliver(foreign, body: nil).message
        #expect(own != nil && own != message && own != foreign.message, "another server's number is another popup's")
    }

    @Test(
        "clicks on popups of before a reload are known to the target that it made, while the same server runs",
        .enabled(if: Desktop.isInstalled, "xvfb-run, dbus-run-session or dunst is not installed"))
    func reloaded() async throws {
        let bus = try Desktop.start(waitingFor: "/")
        let tools = TargetTools(http: TestHTTP.shared, bus: bus, clock: .system)
        let before = DesktopSettings().target(named: "desktop", by: tools)
        try await eventually("a popup", within: .seconds(20)) {
            await before.deliver(.sample(), body: nil).verdict.kind == .delivered
        }
        let message = try #require(await before.deliver(.sample(), body: nil).message)
        let number = try #require(message.split(separator: " ").first.flatMap { UInt32($0) })
        let click = TargetNews.popupClicked(.init(number: number))
        let after = DesktopSettings().target(named: "desktop", by: tools)
        #expect(await after.seen(by: click) == [AlertRow.Key(rawValue: AlertFacts.gift().key)])
        #expect(await DesktopSettings().target(named: "other", by: tools).seen(by: click).isEmpty)
        #expect(await after.take(.notificationServerChanged))
        #expect(await before.seen(by: click).isEmpty, "another server's numbers are others")
    }

    @Test(
        "the button by which a chore is approved is a click of its own, and means nothing at a target that offers none",
        .enabled(if: Desktop.isInstalled, "xvfb-run, dbus-run-session or dunst is not installed"))
    func approve() async throws {
        let bus = try Desktop.start(waitingFor: "/")
        let events = DesktopNotifications(bus: bus, application: "x").events()
        let target = DesktopTarget(name: "desktop", bus: bus, approval: ApprovalTerms(account: nil))
        let chore = RenderedAlert.sample(.record(.choreWaiting, #"{"id":"r1","name":"Lawn","price":"5.00"}"#))
        try await eventually("a popup", within: .seconds(20)) {
            await target.deliver(chore, body: nil).verdict.kind == .delivered
        }
        try await click(on: bus)
        let clicked = await events.first { if case .actionInvoked = $0 { true } else { false } }
        let news = try #require(clicked.flatMap { TargetNews($0) })
        #expect(await target.seen(by: news) == [AlertRow.Key(rawValue: chore.facts.key)])
        guard case .popupApproved(let id) = news else {
            Issue.record("\(news)")
            return
        }
        #expect(await target.seen(by: .popupApproved(.init(number: id.number + 9))).isEmpty)
        let other = DesktopTarget(name: "other", bus: bus)
        _ = await other.deliver(chore, body: nil)
        for number in id.number...id.number + 5 {
            #expect(await other.seen(by: .popupApproved(.init(number: number))).isEmpty)
        }
    }

    @Test(
        "what somebody has seen elsewhere leaves the screen, and nothing else does",
        .enabled(if: Desktop.isInstalled, "xvfb-run, dbus-run-session or dunst is not installed"))
    func seenElsewhere() async throws {
        let (relay, bus) = (try await RelayFixture(), try Desktop.start(waitingFor: "/"))
        let events = DesktopNotifications(bus: bus, application: "x").events()
        try await relay.withRelay([.desktop], bus: bus) { running in
            // The daemon makes one of two that say the same.
            try await relay.alert(1...1, to: ["desktop"], through: running)
            try await relay.alert(2...2, to: ["desktop"], description: "Ball", through: running)
            try await relay.wait { $0.count == 2 && $0.allSatisfy { $0.state == .delivered } }
            let keys = try await relay.deliveries().map(\.alert)
            try await Sightings(relay.store).mark(
                [keys[1]], by: "pocketbell seen", at: RelayClock.system.now(), counts: Sightings.everybody)
            let closed = await events.first { if case .closed = $0 { true } else { false } }
            guard case .closed(_, .closedByCall)? = closed else {
                Issue.record("\(String(describing: closed))")
                return
            }
            try await eventually("one is left", within: .seconds(20)) {
                let arguments = [BusValue.string("org.dunstproject.cmd0"), .string("displayedLength")]
                let call = BusCall(
                    "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
                    interface: "org.freedesktop.DBus.Properties", "Get", arguments)
                return try await bus.call(call).first == .variant(.uint32(1))
            }
        }
        await relay.end()
    }

    @Test("only what concerns a target is news to it")
    func news() throws {
        #expect(TargetNews(.serverChanged) == .notificationServerChanged)
        let signal = BusSignal(
            path: "/", interface: "x", name: "ActionInvoked", arguments: [.uint32(7), .string("default")])
        let event = try #require(DesktopNotifications.event(signal))
        let id = DesktopNotifications.ID(number: 7)
        #expect(TargetNews(event) == .popupClicked(id))
        #expect(
            TargetNews(.actionInvoked(id, key: "seen")) == nil
                && TargetNews(.closed(id, .dismissed)) == .popupDismissed(id))
        for reason in [DesktopNotifications.Reason.expired, .closedByCall, .undefined] {
            #expect(TargetNews(.closed(id, reason)) == nil, "nobody need have seen it")
        }
    }

    /// As the mouse would, once the popup is on the screen: before that dunst answers nothing.
    private func click(on bus: SessionBus) async throws {
        let call = { (interface: String, method: String, arguments: [BusValue]) in
            try await bus.call(
                BusCall(
                    "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications", interface: interface,
                    method, arguments))
        }
        try await eventually("the popup is on the screen", within: .seconds(20)) {
            let arguments = [BusValue.string("org.dunstproject.cmd0"), .string("displayedLength")]
            return try await call("org.freedesktop.DBus.Properties", "Get", arguments).first == .variant(.uint32(1))
        }
        _ = try await call("org.dunstproject.cmd0", "NotificationAction", [.uint32(0)])
    }

    private func text(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    @Test(
        "a repeat replaces its popup, until another server shows them",
        .enabled(if: Desktop.isInstalled, "xvfb-run, dbus-run-session or dunst is not installed"))
    func replaces() async throws {
        let bus = try Desktop.start(waitingFor: "/")
        let target = DesktopTarget(name: "desktop", bus: bus)
        var verdict = Verdict.retry(.off, "")
        try await eventually("a popup: \(verdict)") {
            verdict = await target.deliver(.sample(.gift(Hostile.long)), body: nil).verdict
            return verdict.kind == .delivered
        }
        #expect(await target.deliver(.sample(isRepeat: true), body: nil).verdict.kind == .delivered)
        #expect(await target.popups == 1)
        #expect(await target.deliver(.sample(.low), body: nil).verdict.kind == .delivered)
        #expect(await target.popups == 2)
        #expect(await target.take(.notificationServerChanged))
        #expect(await target.popups == 0)
    }
}
