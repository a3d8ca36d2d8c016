import Control
import Glibc
import HTTPClient
import JSON
import Observability
import Relay
import Runtime
import Store
import TestSupport
import TestWaiting
import Testing
import Values

@testable import Daemon

@Suite("The door for desktops", .timeLimit(.minutes(1)))
struct DesktopDeskTests {
    /// Reads a stream as an agent does, and answers each popup.
    private func listen(
        _ fixture: DesktopFixture, _ token: Secret, popups count: Int, answers: Bool = true
    ) async throws -> [Popup] {
        struct Enough: Error {}
        let link = try AgentLink(fixture.access(token))
        var (session, popups) = ("", [Popup]())
        do {
            try await link.listen { message in
                switch try message.required("type").string() {
                case "welcome": session = try message.required("session").string()
                case "popup":
                    let popup = try Popup(message)
                    popups.append(popup)
                    guard answers else { throw Enough() }
                    try await link.say("shown", ["delivery": .string(popup.delivery), "session": .string(session)])
                    if popups.count == count { throw Enough() }
                default: break
                }
            }
        } catch is Enough {}
        await link.close()
        return popups
    }

    @Test("who has a target's token is told what goes there and nothing else; the socket is for everybody")
    func told() async throws {
        try await DesktopFixture.with { fixture in
            var status = stat()
            #expect(stat(fixture.socket, &status) == 0 && status.st_mode & 0o777 == 0o666)
            let token = try await fixture.token()
            try await fixture.alert(1...1, to: "dad")
            try await fixture.alert(2...3, to: "mum")
            let popups = try await listen(fixture, token.text, popups: 2)
            #expect(popups.flatMap(\.alerts) == ["new|t2", "new|t3"])
            try await eventually("both are delivered") {
                try await fixture.states().count { $0 == .delivered } == 2
            }
            #expect(try await fixture.states().count { $0 == .queued } == 1, "dad's waits")
            try await eventually("it is known that a desktop was there") {
                try await fixture.store.read { try $0.tokens() }.first?.seenAt != nil
            }
        }
    }

    /// The first message of the kind at a desktop that comes.
    private func catchUp(_ fixture: DesktopFixture, _ token: Secret) async throws -> [String] {
        struct Enough: Error {}
        let link = try AgentLink(fixture.access(token))
        var alerts: [String] = []
        do {
            try await link.listen { message in
                guard try message.required("type").string() == "seen" else { return }
                for alert in try message.required("alerts").elements() { alerts.append(try alert.string()) }
                throw Enough()
            }
        } catch is Enough {}
        await link.close()
        return alerts
    }

    @Test("a desktop that was away hears what was seen meanwhile and which chores were decided, and of nothing else")
    func backAgain() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token()
            try await fixture.alert(1...3, to: "mum", "laptop", "dad")
            for id in ["c-1", "c-2"] { try await fixture.chore(id, to: "mum") }
            #expect(try await listen(fixture, token.text, popups: 5).count == 5)
            try await eventually("all are delivered") {
                try await fixture.states().count { $0 == .delivered } == 5
            }
            // At another desktop of the same person, and at one of somebody else's.
            for (alert, place) in [("new|t1", "laptop"), ("new|t2", "dad")] {
                _ = try await Sightings(fixture.store).mark(
                    [.init(rawValue: alert)], by: place, at: WallClock.system.now, counts: Sightings.everybody)
            }
            try await fixture.chore("c-2", "rejected")
            #expect(try await catchUp(fixture, token.text) == ["new|t1", DesktopFixture.key("c-2").rawValue])
        }
    }

    @Test("who only signs in is handed nothing: what waits is told, once and as no repeat, to whoever can show it")
    func signIn() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token().text
            try await fixture.alert(1...1, to: "mum")
            let link = try AgentLink(fixture.access(token))
            for _ in 0..<3 { #expect(try await link.target() == "mum") }
            #expect(fixture.relay.desktops.presences.isEmpty)
            #expect(try await fixture.states() == [.queued])
            await link.close()
            let popups = try await listen(fixture, token, popups: 1)
            #expect(popups.map(\.alerts) == [["new|t1"]])
            let attempts = try await fixture.store.deliveries(matching: DeliveryFilter(limit: 1)).first?.work?.delivery
            #expect(attempts?.attempts == 1, "an attempt before that would make it a repeat")
            let wrong = try AgentLink(fixture.access(Secret("x")))
            let refused = await #expect(throws: DaemonError.self) { try await wrong.target() }
            #expect(refused?.kind == .notPermitted && refused?.hint?.contains("token create") == true)
            await wrong.close()
        }
    }

    @Test("where no watcher listens, the place and how to name another one are said")
    func nowhere() async throws {
        let folder = try TemporaryFolder()
        let place = "\(folder.path)/desktops.sock"
        let link = try AgentLink(AgentAccess(watcher: .socket(path: place), certificate: nil, token: Secret("x")))
        for work in [{ _ = try await link.target() }, { try await link.listen { _ in } }] as [() async throws -> Void] {
            let error = await #expect(throws: DaemonError.self) { try await work() }
            #expect(error?.message.contains("listens at \(place)") == true && error?.kind == .unavailable)
            #expect(error?.hint?.contains("--watcher ADDRESS") == true)
        }
        await link.close()
    }

    @Test("a target without a token is a trouble, and with one it is none")
    func tokenless() async throws {
        try await DesktopFixture.with { fixture in
            let commands = ProgramCommands(isService: false, namedFile: nil)
            var facts = HealthFacts(live: nil, accounting: nil, counts: nil, commands: commands)
            try await facts.take(fixture.store)
            #expect(facts.targetsWithToken == [])
            let token = try await fixture.token()
            try await facts.take(fixture.store)
            #expect(facts.targetsWithToken == ["mum"])
            _ = try await fixture.store.write { try $0.revokeToken(token.number) }
            try await facts.take(fixture.store)
            #expect(facts.targetsWithToken == [])
        }
    }

    @Test("a wrong token is refused without a reason, and many are too many, while the right one is let in")
    func wrong() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token()
            let text = token.text.withText { $0 }
            #expect(try await fixture.ask(.get, "", token: nil) == 401)
            for wrong in ["x", String(text.dropLast()) + "A", "pocketbell-desktop-9-x"] where wrong != text {
                #expect(try await fixture.ask(.get, "", token: Secret(wrong)) == 401)
                #expect(try await fixture.post("/seen", #"{"alerts":[]}"#, token: Secret(wrong)) == 401)
            }
            var last = 0
            for _ in 0..<8 { last = try await fixture.post("/seen", token: Secret("x")) }
            #expect(last == 429)
            #expect(try await fixture.post("/seen", #"{"alerts":[]}"#, token: token.text) == 204)
            let records = fixture.sink.records.map { "\($0)" }
            #expect(records.count { $0.contains("without a valid desktop token") } == 1)
            #expect(!records.contains { $0.contains(text) || $0.contains("pocketbell-desktop-") })
        }
    }

    @Test("what makes no sense is refused: broken JSON, unknown deeds, strange sessions, too much")
    func nonsense() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token()
            let many = "[" + Array(repeating: #""a""#, count: 101).joined(separator: ",") + "]"
            for (path, body, status) in [
                ("/seen", "", 400), ("/seen", "{", 400), ("/seen", #"{"alerts":"x"}"#, 400),
                ("/seen", #"{"alerts":[1]}"#, 400), ("/seen", #"{"alerts":\#(many)}"#, 400),
                ("/shown", #"{"delivery":"x","session":"99"}"#, 409), ("/shown", #"{"delivery":"x"}"#, 400),
                ("/failed", #"{"delivery":"x","session":"-1"}"#, 409), ("/approve", "{}", 400), ("/", "{}", 404),
                ("/../status", "{}", 404), ("/seen", String(repeating: " ", count: 70_000), 413),
            ] {
                #expect(try await fixture.post(path, body, token: token.text) == status, "\(path) \(body.prefix(40))")
            }
            #expect(try await fixture.ask(.delete, "", token: token.text) == 404)
        }
    }

    @Test("what was seen at a desktop is marked, by its target's name; of what went elsewhere nobody there can say so")
    func seen() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token()
            try await fixture.alert(1...1, to: "mum")
            try await fixture.alert(2...2, to: "dad")
            let body = #"{"alerts":["new|t1","new|t2","new|t3"],"session":"1"}"#
            #expect(try await fixture.post("/seen", body, token: token.text) == 204)
            #expect(try await fixture.seen(1) == nil, "it waits, and nobody was shown it")
            let start = AttemptStart(.init(rawValue: 1), body: nil)
            _ = try await fixture.store.turn(finish: [], begin: [start], now: WallClock.system.now)
            #expect(try await fixture.post("/seen", body, token: token.text) == 204)
            #expect(try await fixture.seen(1)?.by == "mum")
            #expect(try await fixture.seen(2) == nil)
            #expect(try await fixture.seen(3) == nil)
        }
    }

    @Test(
        "what was seen goes from the other screens of whoever saw it, and from all by `pocketbell seen`; nobody hears of what never went there"
    )
    func away() async throws {
        try await DesktopFixture.with { fixture in
            let (token, exchange) = (try await fixture.token(), fixture.relay.desktops)
            let desks = try ["mum", "laptop", "dad"].map { try Desk($0, at: exchange) }
            try await fixture.alert(1...1, to: "mum", "laptop", "dad")
            for desk in desks { try await desk.show() }
            #expect(try await fixture.post("/seen", #"{"alerts":["new|t1"]}"#, token: token.text) == 204)
            for desk in desks.prefix(2) { #expect(await desk.next() == .seen(["new|t1"])) }
            try await fixture.alert(2...2, to: "mum", "dad")
            for desk in [desks[0], desks[2]] { try await desk.show() }
            let number = try await fixture.store.deliveries().compactMap(\.work?.delivery)
                .last { $0.alert.rawValue == "new|t2" }?.number.rawValue
            let order = "{\"numbers\":[\(try #require(number))]}"
            let answer = await ControlAPI(store: fixture.store) { _ in .text("") }
                .answer(ControlRequest(.post, ["seen"], body: Secret(order)))
            guard case .value(let value) = answer, value["alerts"] == 1 else {
                Issue.record("\(answer)")
                return
            }
            for desk in [desks[0], desks[2]] { #expect(await desk.next() == .seen(["new|t2"])) }
            exchange.expel(token: 1)
            #expect(await desks[1].next() == nil)
        }
    }

    @Test("what was seen where a child reads, too, stays on the parent's screen, and ends no reminder there")
    func shared() async throws {
        try await DesktopFixture.with { fixture in
            let (token, exchange) = (try await fixture.token(for: "tablet"), fixture.relay.desktops)
            let own = try await fixture.token()
            let desks = try ["mum", "tablet", "kid"].map { try Desk($0, at: exchange) }
            try await fixture.alert(1...2, to: "mum", "tablet", "kid")
            for desk in desks { for _ in 1...2 { try await desk.show() } }
            #expect(try await fixture.post("/seen", #"{"alerts":["new|t1"]}"#, token: token.text) == 204)
            for desk in desks.suffix(2) { #expect(await desk.next() == .seen(["new|t1"])) }
            #expect(try await fixture.post("/seen", #"{"alerts":["new|t2"]}"#, token: own.text) == 204)
            #expect(await desks[0].next() == .seen(["new|t2"]), "and nothing before that")
            let counting = await fixture.relay.counting
            #expect(!counting("tablet", "mum", ["mum", "tablet"]) && counting("mum", "tablet", ["mum", "tablet"]))
        }
    }

    /// One connection, by a token of its own.
    private final class Desk {
        private let exchange: DesktopExchange
        private let session: DesktopExchange.Session
        private var messages: AsyncStream<DesktopExchange.Message>.Iterator

        init(_ target: String, at exchange: DesktopExchange) throws {
            self.exchange = exchange
            session = try #require(exchange.connect(for: target, token: 1))
            messages = session.messages.makeAsyncIterator()
        }

        func next() async -> DesktopExchange.Message? { await messages.next(isolation: #isolation) }

        /// Says that it shows what comes.
        func show() async throws {
            let popup: Popup? = if case .popup(let popup) = await next() { popup } else { nil }
            let delivery = try #require(popup?.delivery)
            #expect(exchange.answer(.shown, to: delivery, session: session.number, token: 1))
        }
    }

    @Test("a token that is taken back ends its connection at once, and lets nobody in again")
    func revoked() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token()
            let link = try AgentLink(fixture.access(token.text))
            // Ends by itself, or the test's limit does.
            try await link.listen { _ in
                _ = try await fixture.store.write { try $0.revokeToken(token.number) }
                fixture.relay.desktops.expel(token: token.number)
            }
            let error = await #expect(throws: DaemonError.self) { try await link.listen { _ in } }
            #expect(error?.kind == .notPermitted)
            await link.close()
            #expect(fixture.relay.desktops.presences.isEmpty)
        }
    }

    @Test("doctor names a desktop that has not come for a week, and no other; a clock that was set back names none")
    func forgotten() async throws {
        try await DesktopFixture.with { fixture in
            let made = Timestamp(seconds: 1_773_500_966)
            _ = try await fixture.token()
            let other = try await fixture.token(for: "dad")
            let later = made.advanced(by: .seconds(8 * 86_400))
            try await fixture.store.write { try $0.tokenWasUsed(other.number, at: later) }
            let commands = ProgramCommands(isService: true, namedFile: nil)
            func warnings(at moment: Timestamp) async -> [String] {
                await Examination.desktops(in: fixture.store, commands, now: moment)
                    .filter { $0.state == .warning }.map(\.name)
            }
            #expect(await warnings(at: later) == ["desktop mum"])
            #expect(await warnings(at: made.advanced(by: .seconds(6 * 86_400))).isEmpty)
            #expect(await warnings(at: Timestamp(seconds: 0)).isEmpty)
        }
    }

    @Test("an agent that is cut off with a popup has it again; one that was told before it all is told after a restart")
    func cut() async throws {
        let folder = try TemporaryFolder()
        var text = Secret("")
        try await DesktopFixture.with(in: folder) { fixture in
            let token = try await fixture.token()
            text = token.text
            try await fixture.alert(1...1, to: "mum")
            _ = try await listen(fixture, token.text, popups: 1, answers: false)
            try await eventually("it is in doubt") { try await fixture.states() == [.inDoubt] }
        }
        try await DesktopFixture.with(in: folder) { fixture in
            let popups = try await listen(fixture, text, popups: 1)
            #expect(popups.first?.title.contains("may be a repeat") == true)
            try await eventually("it is delivered") { try await fixture.states() == [.delivered] }
        }
    }
}
