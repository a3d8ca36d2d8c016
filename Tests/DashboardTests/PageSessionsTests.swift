import Observability
import Runtime
import SQLite
import Store
import TestSupport
import Testing
import Values

@testable import Dashboard

@Suite("Who is signed in to the page", .timeLimit(.minutes(4)))
struct PageSessionsTests {
    /// A clock that a test moves.
    private final class Moment: Sendable {
        let wall = Lock(Timestamp(seconds: 1_773_500_966))
        let running = Lock(ContinuousClock.now)

        func pass(_ duration: Duration) {
            wall.withLock { $0 = $0.advanced(by: duration) }
            running.withLock { $0 += duration }
        }
    }

    private let folder: TemporaryFolder
    private let store: Store
    private let moment = Moment()
    private let visitor = PageVisitor(user: nil)

    init() async throws {
        folder = try TemporaryFolder()
        store = try await Store.open(in: folder.path, logger: .silent)
    }

    private func sessions() -> PageSessions {
        PageSessions(
            store: store, now: { [moment] in moment.running.withLock { $0 } },
            wall: { [moment] in moment.wall.withLock { $0 } })
    }

    private func link(_ sessions: PageSessions) -> String { sessions.issueLink().withText { $0 } }

    @Test("signing all out ends what lives in memory, too")
    func closeAll() {
        var book = SessionBook()
        let now = ContinuousClock.now
        book.add(session: "one", by: nil, at: now)
        book.add(link: "link", at: now)
        #expect(book.isOpen("one", by: nil, at: now))
        book.closeAll()
        let (isOpen, isGood) = (book.isOpen("one", by: nil, at: now), book.use(link: "link", at: now))
        #expect(!isOpen && !isGood)
    }

    @Test("a link signs one browser in, once, within a minute")
    func links() async throws {
        let sessions = sessions()
        let (one, two) = (link(sessions), link(sessions))
        for wrong in ["", "three"] { #expect(await sessions.open(link: wrong, by: visitor) == nil) }
        moment.pass(.seconds(59))
        let token = try #require(await sessions.open(link: one, by: visitor))
        #expect(await sessions.open(link: one, by: visitor) == nil)
        moment.pass(.seconds(1))
        #expect(await sessions.open(link: two, by: visitor) == nil)
        #expect(try await sessions.session(token, by: nil) != nil)
        #expect(try await sessions.session("guess", by: nil) == nil)
        for _ in 0...SessionBook.most { _ = link(sessions) }
        await store.close()
    }

    @Test("a browser stays signed in for 30 days, through a restart, and ends when it signs out")
    func lasting() async throws {
        let sessions = sessions()
        let token = try #require(await sessions.open(link: link(sessions), by: visitor))
        let other = try #require(await sessions.open(link: link(sessions), by: visitor))
        moment.pass(.seconds(29 * 86_400))
        let later = self.sessions()
        let session = try #require(try await later.session(token, by: nil))
        #expect(session.standing == .family && session.seesAll)
        let now = moment.wall.withLock { $0 }
        #expect(try await store.read("test") { try $0.browsers(at: now) }.first?.seenAt == now)
        try await later.close(token)
        #expect(try await later.session(token, by: nil) == nil)
        #expect(try await later.session(other, by: nil) != nil)
        moment.pass(.seconds(86_400))
        #expect(try await later.session(other, by: nil) == nil)
        await store.close()
    }

    @Test("what a browser shows is good for its own user alone: it shows it to other ports of the machine, too")
    func users() async throws {
        let sessions = sessions()
        let token = try #require(await sessions.open(link: link(sessions), by: PageVisitor(user: 1_000)))
        for user in [1_001, 0, nil] as [UInt32?] { #expect(try await sessions.session(token, by: user) == nil) }
        #expect(try await sessions.session(token, by: 1_000) != nil)
        await store.close()
    }

    @Test("forms of one browser are no other's, and say nothing of what it shows")
    func forms() {
        let (one, other) = (PageSession(token: "one", nil), PageSession(token: "other", nil))
        #expect(one.accepts(one.formToken) && !one.accepts(other.formToken) && !one.accepts("") && !one.accepts("one"))
        let again = PageSession(token: "one", nil)
        #expect(again.accepts(one.formToken) && again.formToken != one.formToken)
    }

    @Test("where the disk takes nothing a link opens all the same, until the program ends")
    func full() async throws {
        let sessions = sessions()
        let link = link(sessions)
        try await store.write("test") { transaction in
            try transaction.run(
                PlainUpdate(
                    "test.full",
                    "CREATE TRIGGER full BEFORE INSERT ON browser BEGIN SELECT raise(ABORT, 'full'); END"))
        }
        let token = try #require(await sessions.open(link: link, by: PageVisitor(user: 7)))
        #expect(try await sessions.session(token, by: 7) != nil)
        #expect(try await sessions.session(token, by: nil) == nil)
        #expect(try await self.sessions().session(token, by: 7) == nil)
        moment.pass(.seconds(86_400))
        #expect(try await sessions.session(token, by: 7) == nil)
        await store.close()
    }
}
