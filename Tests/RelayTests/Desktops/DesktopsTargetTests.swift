import JSON
import Store
import TestWaiting
import Testing
import Values

@testable import Relay
@testable import Systemd

@Suite("Desktops elsewhere", .timeLimit(.minutes(1)))
struct DesktopsTargetTests {
    private static let target = TargetConfiguration(name: "mum", DesktopsSettings())

    private struct NoPopup: Error {}

    /// Shows all that comes, as a willing agent, until it has seen so many popups.
    private func popups(
        _ count: Int, at relay: Relay, token: Int64 = 1, _ answer: DesktopExchange.Answer = .shown
    ) async throws -> [Popup] {
        let session = try #require(relay.desktops.connect(for: "mum", token: token))
        defer { relay.desktops.leave(session.number) }
        var popups: [Popup] = []
        for await message in session.messages {
            guard case .popup(let popup) = message else { continue }
            popups.append(popup)
            #expect(relay.desktops.answer(answer, to: popup.delivery, session: session.number, token: token))
            if popups.count == count { break }
        }
        return popups
    }

    @Test("what comes while no desktop is there waits without a failure, and is shown as soon as one comes")
    func away() async throws {
        let relay = try await RelayFixture()
        try await relay.withRelay([Self.target], backoff: .long) { running in
            try await relay.alert(1...3, to: ["mum"], through: running)
            // The other lane's work shows that this one had its turn, too.
            try await eventually("nothing is under way") {
                try await relay.deliveries().allSatisfy { $0.state == .queued && $0.attempts == 0 }
            }
            let status = await running.status().first
            #expect(status?.state == .working && status?.reason == nil)
            let shown = try await popups(3, at: running)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
            #expect(Set(shown.map(\.delivery)).count == 3 && shown.flatMap(\.alerts).count == 3)
        }
        #expect(try await relay.deliveries().allSatisfy { $0.attempts == 1 && !$0.isRepeat })
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test("a desktop that comes back after a night gets one popup for all, and their alerts can be told apart in it")
    func digest() async throws {
        let relay = try await RelayFixture()
        let evening = RelayClock.system.now().advanced(by: .seconds(-36_000))
        try await relay.withRelay([Self.target], backoff: .long) { running in
            try await relay.alert(1...30, to: ["mum"], at: evening)
            let shown = try await popups(1, at: running)
            try await relay.wait { $0.count == 30 && $0.allSatisfy { $0.state == .delivered } }
            #expect(shown.first?.alerts.count == 30 && shown.first?.title.hasPrefix("30 alerts") == true)
        }
        await relay.end()
    }

    @Test("one that goes away with a popup gets it again as a repeat, and the target does not count as failing")
    func lost() async throws {
        let relay = try await RelayFixture()
        try await relay.withRelay([Self.target], backoff: .long) { running in
            let session = try #require(running.desktops.connect(for: "mum", token: 1))
            try await relay.alert(1...1, to: ["mum"], through: running)
            var messages = session.messages.makeAsyncIterator()
            let message = await messages.next()
            guard case .popup(let first)? = message else { throw NoPopup() }
            #expect(!first.title.contains("repeat"))
            running.desktops.leave(session.number)
            try await relay.wait { $0.first?.state == .inDoubt }
            #expect(await running.status().first?.state == .working)
            let again = try await popups(1, at: running)
            #expect(again.first?.delivery == first.delivery && again.first?.title.contains("may be a repeat") == true)
            try await relay.wait { $0.first?.state == .delivered }
        }
        await relay.end()
    }

    @Test("where the only desktop cannot show it, nothing was sent, and it waits for another one")
    func notShown() async throws {
        let relay = try await RelayFixture()
        try await relay.withRelay([Self.target], backoff: .long) { running in
            try await relay.alert(1...1, to: ["mum"], through: running)
            _ = try await popups(1, at: running, .notShown)
            try await relay.wait { $0.first?.state == .queued && $0.first?.attempts == 0 }
            #expect(await running.status().first?.state == .working)
            _ = try await popups(1, at: running)
            try await relay.wait { $0.first?.state == .delivered && $0.first?.isRepeat == false }
        }
        await relay.end()
    }

    @Test("a popup that takes every desktop with it stands aside after four, so that others get through")
    func poison() async throws {
        let relay = try await RelayFixture()
        try await relay.withRelay([Self.target], backoff: .long) { running in
            try await relay.alert(1...2, to: ["mum"], through: running)
            for _ in 0..<4 {
                let session = try #require(running.desktops.connect(for: "mum", token: 1))
                for await case .popup in session.messages { break }
                running.desktops.leave(session.number)
                try await eventually("it is in doubt") { try await relay.deliveries().first?.state == .inDoubt }
            }
            _ = try await popups(1, at: running)
            try await relay.wait { $0.first?.state == .inDoubt && $0.last?.state == .delivered }
        }
        await relay.end()
    }

    @Test("a token's connections end when it is taken back; another token's session answers nothing; four are the most")
    func expelled() async throws {
        let exchange = DesktopExchange()
        let sessions = (0..<4).compactMap { _ in exchange.connect(for: "mum", token: 1) }
        #expect(sessions.count == 4 && exchange.connect(for: "mum", token: 1) == nil)
        let other = try #require(exchange.connect(for: "mum", token: 2))
        #expect(!exchange.answer(.shown, to: "x", session: sessions[0].number, token: 2))
        exchange.expel(token: 1)
        for session in sessions { for await _ in session.messages { Issue.record("it was told something") } }
        #expect(exchange.presences == [.init(target: "mum", token: 2)])
        exchange.wasSeen(["a"], at: "mum")
        var messages = other.messages.makeAsyncIterator()
        #expect(await messages.next() == .seen(["a"]))
    }

    @Test("one that reads nothing loses its connection, and holds up nobody")
    func deaf() async throws {
        let exchange = DesktopExchange()
        let session = try #require(exchange.connect(for: "mum", token: 1))
        for number in 0..<40 { exchange.wasSeen(["\(number)"], at: "mum") }
        #expect(exchange.presences.isEmpty)
        for await _ in session.messages {}
    }

    @Test("one that says nothing at all is given up after a while")
    func silent() async throws {
        let exchange = DesktopExchange(limit: .milliseconds(20))
        let session = try #require(exchange.connect(for: "mum", token: 1))
        #expect(await exchange.present(Popup(.sample()), for: "mum") == .lost)
        #expect(exchange.presences.isEmpty)
        for await _ in session.messages {}
    }

    @Test(
        "a popup comes over the wire as it was, whatever people typed",
        arguments: [Hostile.markup, "x", "a\u{0}\n\u{202E}b"])
    func wire(text: String) throws {
        let style = AlertStyle(title: text, urgency: .high, icon: "bell", link: "https://f.example/{child-id}")
        let popup = Popup(.sample(style: style), saysRepeat: true)
        #expect(try Popup(JSONNode(JSONValue(parsing: popup.json.description))) == popup)
    }
}
