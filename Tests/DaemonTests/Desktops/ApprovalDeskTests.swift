import Control
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

/// Clicks to approve a chore, from the socket to the order and back to the screen.
@Suite("Approving at a desktop", .timeLimit(.minutes(1)))
struct ApprovalDeskTests {
    /// A desktop that shows all that it is told.
    private final class Desk {
        private let fixture: DesktopFixture
        private let session: DesktopExchange.Session
        private let token: Int64
        private var messages: AsyncStream<DesktopExchange.Message>.Iterator

        init(_ fixture: DesktopFixture, at target: String = "mum", token: Int64 = 99, mayApprove: Bool = true) throws {
            (self.fixture, self.token) = (fixture, token)
            session = try #require(
                fixture.relay.desktops.connect(for: target, token: token, mayApprove: mayApprove))
            messages = session.messages.makeAsyncIterator()
        }

        func popup() async throws -> Popup {
            while let message = await messages.next(isolation: #isolation) {
                guard case .popup(let popup) = message else { continue }
                _ = fixture.relay.desktops.answer(.shown, to: popup.delivery, session: session.number, token: token)
                return popup
            }
            throw Gone()
        }

        func seen() async -> [String]? {
            while let message = await messages.next(isolation: #isolation) {
                if case .seen(let alerts) = message { return alerts }
            }
            return nil
        }
    }

    private struct Gone: Error {}

    private func body(_ id: String) -> String { "{\"alert\":\"\(DesktopFixture.key(id).rawValue)\"}" }

    @Test("a click becomes one order, by the parent's login; a second click orders nothing and is told so")
    func once() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token(approves: true)
            let desk = try Desk(fixture)
            try await fixture.chore("c-1", to: "mum")
            #expect(try await desk.popup().approveLabel == "Approve")
            #expect(try await fixture.post("/approve", body("c-1"), token: token.text) == 204)
            let ordered = try await fixture.intents()
            #expect(ordered.count == 1 && ordered[0].order.record?.deed == .approveChore)
            #expect(ordered[0].order.record?.record?.rawValue == "c-1" && ordered[0].acceptedBy == "user-1")
            // Nobody sends anything in this test.
            #expect(try await desk.popup().title == "Approval kept")
            #expect(try await fixture.post("/approve", body("c-1"), token: token.text) == 204)
            #expect(try await fixture.intents() == ordered)
            let twice = try await desk.popup()
            #expect(twice.title == "Approval kept" && twice.alerts.isEmpty)
        }
    }

    @Test("a token that was not made for it approves nothing, sees no button, and the log says who tried")
    func notForIt() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token()
            let desk = try Desk(fixture, mayApprove: false)
            try await fixture.chore("c-1", to: "mum")
            #expect(try await desk.popup().approveLabel == nil)
            for _ in 0..<3 { #expect(try await fixture.post("/approve", body("c-1"), token: token.text) == 403) }
            #expect(try await fixture.intents().isEmpty)
            let lines = fixture.sink.records.map { "\($0)" }.filter { $0.contains("approves nothing") }
            #expect(lines.count == 1 && lines[0].contains("token \(token.number) of mum"))
        }
    }

    @Test("a token that was taken back approves nothing, though its popup is still up")
    func revoked() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token(approves: true)
            let desk = try Desk(fixture)
            try await fixture.chore("c-1", to: "mum")
            _ = try await desk.popup()
            _ = try await fixture.store.write { try $0.revokeToken(token.number) }
            #expect(try await fixture.post("/approve", body("c-1"), token: token.text) == 401)
            #expect(try await fixture.intents().isEmpty)
        }
    }

    @Test("a child's desktop approves nothing, whatever its token says; nor does one that was never told of the chore")
    func child() async throws {
        try await DesktopFixture.with { fixture in
            let (kid, dad) = (
                try await fixture.token(for: "kid", approves: true), try await fixture.token(for: "dad", approves: true)
            )
            let mum = try Desk(fixture)
            // Planned before a reload made the target a child's.
            try await fixture.chore("c-1", to: "mum", "kid")
            _ = try await mum.popup()
            for token in [kid, dad] {
                #expect(try await fixture.post("/approve", body("c-1"), token: token.text) == 403)
            }
            #expect(try await fixture.intents().isEmpty)
            #expect(fixture.sink.records.contains { "\($0)".contains("where nobody may") })
        }
    }

    @Test("what was approved or rejected meanwhile is not ordered, who clicks is told, and it leaves the screens")
    func meanwhile() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token(approves: true)
            let desk = try Desk(fixture)
            for (id, state, title) in [("c-1", "approved", "Chore approved"), ("c-2", "rejected", "Chore rejected")] {
                try await fixture.chore(id, to: "mum")
                #expect(try await desk.popup().approveLabel != nil)
                try await fixture.chore(id, state)
                #expect(await desk.seen() == [DesktopFixture.key(id).rawValue], "it need not stay")
                #expect(try await fixture.post("/approve", body(id), token: token.text) == 204)
                #expect(try await desk.popup().title == title)
            }
            #expect(try await fixture.intents().isEmpty)
        }
    }

    @Test("an order that the server refuses is told where it was clicked, and again to a desktop that was away, once")
    func parked() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token(approves: true)
            let desk = try Desk(fixture)
            try await fixture.chore("c-1", to: "mum")
            _ = try await desk.popup()
            #expect(try await fixture.post("/approve", body("c-1"), token: token.text) == 204)
            let intent = try #require(try await fixture.intents().first)
            #expect(try await desk.popup().title == "Approval kept")
            try await fixture.store.write { transaction in
                try transaction.park(intent.id, because: "the server said no", at: WallClock.system.now)
            }
            let refused = try await desk.popup()
            #expect(refused.title == "Not approved")
            let late = try Desk(fixture, token: 98)
            let again = try await late.popup()
            #expect(again == refused, "its agent tells by the identity that it was shown")
            #expect(try await fixture.post("/approve", body("c-1"), token: token.text) == 204)
            let clicked = try await late.popup()
            #expect(clicked.title == "Not approved" && clicked.delivery != refused.delivery)
            #expect(try await fixture.intents().count == 1)
        }
    }

    @Test("what a person has given up can be clicked anew, and is another order then")
    func anew() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token(approves: true)
            let desk = try Desk(fixture)
            try await fixture.chore("c-1", to: "mum")
            _ = try await desk.popup()
            #expect(try await fixture.post("/approve", body("c-1"), token: token.text) == 204)
            let first = try #require(try await fixture.intents().first)
            _ = try await StoredIntents(fixture.store).discard(first.id, now: WallClock.system.now)
            #expect(try await fixture.post("/approve", body("c-1"), token: token.text) == 204)
            let states = try await fixture.intents().map(\.state)
            #expect(states == [.accepted, .discarded])
        }
    }

    @Test("after a restart who clicked is told of what was refused while nobody ran")
    func restart() async throws {
        let folder = try TemporaryFolder()
        try await DesktopFixture.with(in: folder) { fixture in
            let token = try await fixture.token(approves: true)
            let desk = try Desk(fixture)
            try await fixture.chore("c-1", to: "mum")
            _ = try await desk.popup()
            #expect(try await fixture.post("/approve", body("c-1"), token: token.text) == 204)
            let intent = try #require(try await fixture.intents().first)
            await fixture.approvals.stop()
            try await fixture.store.write { transaction in
                try transaction.park(intent.id, because: "the server said no", at: WallClock.system.now)
            }
        }
        try await DesktopFixture.with(in: folder) { fixture in
            let desk = try Desk(fixture)
            #expect(try await desk.popup().title == "Not approved")
        }
    }

    @Test("after a restart a chore that is decided then leaves the screens as well")
    func decidedLater() async throws {
        let folder = try TemporaryFolder()
        try await DesktopFixture.with(in: folder) { fixture in
            let desk = try Desk(fixture)
            try await fixture.chore("c-1", to: "mum")
            _ = try await desk.popup()
            try await eventually("it is delivered") { try await fixture.states() == [.delivered] }
        }
        try await DesktopFixture.with(in: folder) { fixture in
            let desk = try Desk(fixture)
            try await fixture.chore("c-1", "approved")
            #expect(await desk.seen() == [DesktopFixture.key("c-1").rawValue])
        }
    }

    @Test("a chore that was decided before the approvals listen leaves the screens too")
    func decidedBefore() async throws {
        try await DesktopFixture.with { fixture in
            let desk = try Desk(fixture)
            try await fixture.chore("c-1", to: "mum")
            _ = try await desk.popup()
            try await eventually("it is delivered") { try await fixture.states() == [.delivered] }
            try await fixture.chore("c-1", "approved")
            let exchange = DesktopExchange()
            let session = try #require(exchange.connect(for: "mum", token: 1, mayApprove: true))
            let (clicks, click) = AsyncStream.makeStream(of: ApprovalClick.self)
            let late = ApprovalDesk(
                store: fixture.store, exchange: exchange, clicks: clicks,
                logger: Logger(component: "test", threshold: LogThreshold(.debug), sink: fixture.sink),
                surroundings: ApprovalDesk.Surroundings(
                    terms: { _ in nil }, tell: { _, _ in }, order: { _ in .text("") }))
            let running = Task { try await late.run() }
            var messages = session.messages.makeAsyncIterator()
            guard case .seen(let alerts)? = await messages.next() else {
                Issue.record("nothing was told")
                return
            }
            #expect(alerts == [DesktopFixture.key("c-1").rawValue])
            click.finish()
            await late.stop()
            _ = await running.result
        }
    }

    @Test("a click at the own session's popup is told where the store can't be read, and the log has it")
    func unreadable() async throws {
        let (folder, sink) = (try TemporaryFolder(), CapturingSink())
        let logger = Logger(component: "test", threshold: LogThreshold(.debug), sink: sink)
        let store = try await Store.open(in: folder.path, logger: logger)
        let (clicks, click) = AsyncStream.makeStream(of: ApprovalClick.self)
        let told = Lock([ApprovalNotice.Outcome]())
        let desk = ApprovalDesk(
            store: store, exchange: DesktopExchange(), clicks: clicks, logger: logger,
            surroundings: ApprovalDesk.Surroundings(
                terms: { _ in ApprovalTerms(account: nil) },
                tell: { notice, target in
                    #expect(target == "screen")
                    told.withLock { $0.append(notice.outcome) }
                }, order: { _ in .text("") }))
        let running = Task { try await desk.run() }
        await store.close()
        click.yield(ApprovalClick(alert: DesktopFixture.key("c-1"), target: "screen"))
        try await eventually("it is told") { told.withLock(\.count) == 1 }
        guard case .refused(let reason)? = told.withLock(\.first) else {
            Issue.record("it was not refused")
            return
        }
        #expect(reason.contains("pocketbell chores approve"))
        #expect(sink.records.contains { "\($0)".contains("was lost") })
        click.finish()
        await desk.stop()
        _ = await running.result
    }

    @Test("what was given up before it was ever sent was not told there, and approves nothing")
    func neverShown() async throws {
        try await DesktopFixture.with { fixture in
            let token = try await fixture.token(approves: true)
            try await fixture.chore("c-1", to: "mum")
            _ = try await fixture.store.handle(
                .discard, [DeliveryRow.Number(rawValue: 1)], in: [.queued], now: WallClock.system.now)
            #expect(try await fixture.post("/approve", body("c-1"), token: token.text) == 403)
            #expect(try await fixture.intents().isEmpty)
        }
    }

    @Test("each attempt has an id of its own, the same for every click, another one for another chore or server")
    func ids() throws {
        let (one, two) = (ServerRow.ID(rawValue: 1), ServerRow.ID(rawValue: 2))
        let id = RecordRow.ID(rawValue: "r1")
        let ids = [
            ChoreApproval.id(of: id, on: one, attempt: 0), ChoreApproval.id(of: id, on: one, attempt: 1),
            ChoreApproval.id(of: id, on: two, attempt: 0),
            ChoreApproval.id(of: RecordRow.ID(rawValue: "r2"), on: one, attempt: 0),
        ]
        #expect(Set(ids).count == 4 && ids[0] == ChoreApproval.id(of: id, on: one, attempt: 0))
        for id in ids { #expect(IntentRow.ID(new: id.rawValue) == id) }
    }
}
