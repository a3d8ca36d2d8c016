import Glibc
import Relay
import Runtime
import Store
import TestSupport
import TestWaiting
import Testing
import Values

@testable import Daemon
@testable import Systemd

/// A session with a screen and a real notification daemon, on a bus of its own.
private final class Session: Sendable {
    static let isPossible = ["xvfb-run", "dbus-run-session", "dunst"].allSatisfy { RealParts.hasProgram($0) }

    let bus: SessionBus
    private let process: ChildProcess

    /// - Parameter signal: a file; the daemon starts when it is there.
    init(waitingFor signal: String = "/") async throws {
        let script = """
            echo "bus $DBUS_SESSION_BUS_ADDRESS end"
            (while [ ! -e \(signal) ]; do sleep 0.02; done; exec dunst -config /dev/null) >/dev/null 2>&1 &
            cat >/dev/null; kill %1
            """
        process = try ChildProcess("xvfb-run", ["-a", "dbus-run-session", "--", "sh", "-c", script])
        try await process.waitForOutput(" end\n", within: .seconds(30))
        // xvfb-run has what others complain of in there as well.
        let line = process.output.split(separator: "\n").first { $0.hasPrefix("bus ") }
        bus = try SessionBus(address: String(try #require(line).dropFirst(4).dropLast(4)))
    }

    /// What dunst itself is asked.
    func dunst(_ method: String, _ arguments: [BusValue] = []) async throws {
        _ = try await bus.call(
            BusCall(
                "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
                interface: "org.dunstproject.cmd0", method, arguments))
    }

    func displayed() async throws -> Int {
        let answer = try await bus.call(
            BusCall(
                "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
                interface: "org.freedesktop.DBus.Properties", "Get",
                [.string("org.dunstproject.cmd0"), .string("displayedLength")]))
        guard case .variant(.uint32(let count))? = answer.first else { return -1 }
        return Int(count)
    }
}

@Suite(
    "An agent at a real desktop",
    .enabled(if: Session.isPossible, "xvfb-run, dbus-run-session or dunst is not installed"),
    .timeLimit(.minutes(1)))
struct DesktopAgentTests {
    /// What agents have said.
    private final class Heard: Sendable {
        private let news = Lock([DesktopAgent.News]())

        func add(_ one: DesktopAgent.News) { news.withLock { $0.append(one) } }
        var titles: [String] {
            news.withLock { $0.compactMap { if case .shown(let title) = $0 { title } else { nil } } }
        }
        var isUnkept: Bool { news.withLock { $0.contains { if case .unkept = $0 { true } else { false } } } }
        var isConnected: Bool { news.withLock { $0.contains(.connected(target: "mum")) } }
    }

    /// Runs an agent for the length of the body.
    private func with(
        _ fixture: DesktopFixture, _ token: Secret, _ session: Session, file: String = "shown.json",
        _ body: (Heard) async throws -> Void
    ) async throws {
        let (link, heard) = (try AgentLink(fixture.access(token)), Heard())
        let agent = DesktopAgent(link, on: session.bus, file: "\(fixture.folder.path)/\(file)") { heard.add($0) }
        let running = Task { try await agent.run() }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(heard)) } catch { outcome = .failure(error) }
        running.cancel()
        _ = await running.result
        await link.close()
        try outcome.get()
    }

    @Test("a popup comes up, the watcher knows that it was shown, and taking it away is told as seen")
    func dismissed() async throws {
        let session = try await Session()
        try await DesktopFixture.with { fixture in
            try await with(fixture, try await fixture.token().text, session) { heard in
                try await fixture.alert(1...1, to: "mum")
                try await eventually("it is delivered", within: .seconds(20)) {
                    try await fixture.states() == [.delivered]
                }
                #expect(heard.titles == ["Pocket money"])
                #expect(try await fixture.seen(1) == nil, "shown is not seen")
                try await eventually("it is on the screen", within: .seconds(20)) {
                    try await session.displayed() == 1
                }
                try await session.dunst("NotificationCloseLast")
                try await eventually("it was seen", within: .seconds(20)) { try await fixture.seen(1)?.by == "mum" }
            }
        }
        await session.bus.close()
    }

    @Test(
        "of two desks with one token both show it; the button at one is told as seen, and the other takes its popup away"
    )
    func button() async throws {
        let (one, two) = (try await Session(), try await Session())
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token().text
            try await with(fixture, token, one, file: "one.json") { first in
                try await with(fixture, token, two, file: "two.json") { second in
                    try await eventually("both are there", within: .seconds(20)) {
                        fixture.relay.desktops.presences.count == 2
                    }
                    try await fixture.alert(1...1, to: "mum")
                    for session in [one, two] {
                        try await eventually("it is on both screens", within: .seconds(20)) {
                            try await session.displayed() == 1
                        }
                    }
                    // The only action, since there is no link.
                    try await one.dunst("NotificationAction", [.uint32(0)])
                    try await eventually("it was seen", within: .seconds(20)) {
                        try await fixture.seen(1)?.by == "mum"
                    }
                    try await eventually("it is gone from both", within: .seconds(20)) {
                        let left = (try await one.displayed(), try await two.displayed())
                        return left == (0, 0)
                    }
                    #expect(first.titles == ["Pocket money"] && second.titles == first.titles)
                }
            }
        }
        await one.bus.close()
        await two.bus.close()
    }

    @Test("after a night there is one popup; what was seen while the watcher was away is told when it is back")
    func night() async throws {
        let (session, folder) = (try await Session(), try TemporaryFolder())
        var token = Secret("")
        try await DesktopFixture.with(in: folder) { fixture in
            token = try await fixture.token().text
            let evening = WallClock.system.now.advanced(by: .seconds(-36_000))
            try await fixture.alert(1...30, to: "mum", at: evening)
            try await with(fixture, token, session) { heard in
                try await eventually("all are delivered", within: .seconds(20)) {
                    try await fixture.states().allSatisfy { $0 == .delivered }
                }
                #expect(heard.titles.count == 1 && heard.titles.first?.hasPrefix("30 alerts") == true)
            }
        }
        // What an agent writes down that has no watcher.
        var memory = AgentMemory(file: "\(folder.path)/shown.json")
        #expect(memory.shown.count == 1)
        memory.wereSeen(["new|t1", "new|t30"])
        try memory.write(to: "\(folder.path)/shown.json")
        try await DesktopFixture.with(in: folder) { fixture in
            try await with(fixture, token, session) { _ in
                try await eventually("they were seen", within: .seconds(20)) {
                    let (first, last) = (try await fixture.seen(1), try await fixture.seen(30))
                    return first != nil && last != nil
                }
                try await eventually("the agent knows that the watcher does", within: .seconds(20)) {
                    AgentMemory(file: "\(folder.path)/shown.json").unsent.isEmpty
                }
            }
        }
        await session.bus.close()
    }

    @Test("before there is a notification server the agent does not connect, and what is to be told waits untouched")
    func early() async throws {
        let folder = try TemporaryFolder()
        let signal = "\(folder.path)/go"
        let session = try await Session(waitingFor: signal)
        try await DesktopFixture.with { fixture in
            try await with(fixture, try await fixture.token().text, session) { heard in
                try await fixture.alert(1...1, to: "mum")
                #expect(!heard.isConnected && fixture.relay.desktops.presences.isEmpty)
                _ = try folder.write("", to: "go")
                try await eventually("it is delivered", within: .seconds(20)) {
                    try await fixture.states() == [.delivered]
                }
                let attempts = try await fixture.store.deliveries(matching: DeliveryFilter(limit: 1)).first?.work
                #expect(attempts?.delivery.attempts == 1)
            }
        }
        await session.bus.close()
    }

    @Test("an agent whose disk takes nothing says so, and shows what comes all the same")
    func unkept() async throws {
        let session = try await Session()
        try await DesktopFixture.with { fixture in
            try await with(fixture, try await fixture.token().text, session, file: "nowhere/shown.json") { heard in
                try await fixture.alert(1...1, to: "mum")
                try await eventually("it is delivered", within: .seconds(20)) {
                    try await fixture.states() == [.delivered]
                }
                #expect(heard.isUnkept && heard.titles.count == 1)
            }
        }
        await session.bus.close()
    }

    @Test("an agent whose token is taken back ends, and says what to do")
    func revoked() async throws {
        let session = try await Session()
        try await DesktopFixture.with { fixture in
            let (text, number) = try await fixture.token()
            let link = try AgentLink(fixture.access(text))
            let agent = DesktopAgent(link, on: session.bus, file: "\(fixture.folder.path)/x.json")
            let running = Task { try await agent.run() }
            try await eventually("it is there", within: .seconds(20)) { !fixture.relay.desktops.presences.isEmpty }
            _ = try await fixture.store.write { try $0.revokeToken(number) }
            fixture.relay.desktops.expel(token: number)
            let error = await #expect(throws: DaemonError.self) { try await running.value }
            #expect(error?.kind == .notPermitted && error?.hint?.contains("pocketbell token create") == true)
            await link.close()
        }
        await session.bus.close()
    }
}
