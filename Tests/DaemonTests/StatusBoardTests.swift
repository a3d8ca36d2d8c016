import Control
import Runtime
import Testing
import Values

@testable import Daemon

@Suite("The board of connections")
struct StatusBoardTests {
    private let board = StatusBoard(startedAt: Timestamp(seconds: 1_700_000_000))

    @Test("an account nobody has spoken of is connecting")
    func unknown() {
        #expect(board.link(of: "mum") == StatusBoard.Link(state: .connecting, reason: nil, hub: nil))
    }

    @Test("each change is told once, to everybody who watches")
    func changes() async {
        var first = board.changes().makeAsyncIterator()
        var second = board.changes().makeAsyncIterator()
        let live = StatusBoard.Link(state: .live, reason: nil, hub: "/hubs/family")
        board.set(live, for: "mum")
        board.set(live, for: "mum")
        board.set(StatusBoard.Link(state: .waiting, reason: "lost"), for: "mum")
        #expect(await first.next()?.link == live)
        #expect(await first.next()?.link.state == .waiting)
        #expect(await second.next()?.account == "mum")
        #expect(await second.next()?.link.reason == "lost")
    }

    @Test("an account that is watched no longer is a change, also where its connection had stopped before")
    func gone() async {
        var changes = board.changes().makeAsyncIterator()
        for name in ["mum", "dad"] { board.set(StatusBoard.Link(state: .stopped), for: name) }
        board.keep(only: ["dad"])
        board.keep(only: ["dad"])
        board.set(StatusBoard.Link(state: .live), for: "dad")
        var told: [String] = []
        while told.last != "dad live", let (account, link) = await changes.next() {
            told.append("\(account) \(link.state)")
        }
        #expect(told == ["mum stopped", "dad stopped", "mum stopped", "dad live"])
    }

    @Test("a slow watcher keeps the newest changes")
    func slow() async {
        var changes = board.changes().makeAsyncIterator()
        for number in 0..<300 { board.set(StatusBoard.Link(reason: "\(number)"), for: "mum") }
        #expect(await changes.next()?.link.reason == "44")
    }

    @Test("what has not started is told until it has, each reason once, since its first try")
    func waiting() {
        let clock = Lock(Timestamp(seconds: 10))
        let board = StatusBoard(startedAt: Timestamp(seconds: 0), now: { clock.withLock { $0 } })
        #expect(board.wait(of: "the relay", for: "full"))
        clock.withLock { $0 = Timestamp(seconds: 20) }
        #expect(!board.wait(of: "the relay", for: "full"))
        #expect(board.wait(of: "mum", for: "full"))
        let (relay, mum) = (
            LiveStatus.WaitingPart("the relay", reason: "full", since: Timestamp(seconds: 10)),
            LiveStatus.WaitingPart("mum", reason: "full", since: Timestamp(seconds: 20))
        )
        #expect(board.waiting == [mum, relay])
        clock.withLock { $0 = Timestamp(seconds: 30) }
        #expect(board.wait(of: "mum", for: "busy"))
        #expect(board.waiting.first == LiveStatus.WaitingPart("mum", reason: "busy", since: mum.since))
        #expect(board.wait(of: "the relay", for: nil))
        #expect(board.waiting.map(\.name) == ["mum"])
        #expect(!board.wait(of: "dad", for: nil))
    }

    @Test("a connection is lost since it was last up, whatever its tries since have said")
    func lost() {
        let clock = Lock(Timestamp(seconds: 10))
        let board = StatusBoard(startedAt: Timestamp(seconds: 1), now: { clock.withLock { $0 } })
        #expect(board.lostSince("mum") == Timestamp(seconds: 1))
        board.set(StatusBoard.Link(state: .live), for: "mum")
        #expect(board.lostSince("mum") == nil)
        board.set(StatusBoard.Link(state: .waiting, reason: "gone"), for: "mum")
        clock.withLock { $0 = Timestamp(seconds: 20) }
        board.set(StatusBoard.Link(state: .connecting), for: "mum")
        board.set(StatusBoard.Link(state: .waiting, reason: "gone"), for: "mum")
        #expect(board.lostSince("mum") == Timestamp(seconds: 10))
        board.set(StatusBoard.Link(state: .live), for: "mum")
        #expect(board.lostSince("mum") == nil)
        board.keep(only: [])
        #expect(board.lostSince("mum") == Timestamp(seconds: 1))
    }

    @Test("a refused reload is told with its moment, until one is taken")
    func reload() {
        let board = StatusBoard(startedAt: Timestamp(seconds: 1), now: { Timestamp(seconds: 5) })
        #expect(board.refusedReload == nil)
        board.reloadRefused(since: "it has mistakes")
        #expect(board.refusedReload == LiveStatus.Refusal("it has mistakes", since: Timestamp(seconds: 5)))
        board.reloadRefused(since: nil)
        #expect(board.refusedReload == nil)
    }

    @Test("accounts that a new configuration leaves out are forgotten")
    func forgetting() {
        board.set(StatusBoard.Link(state: .live), for: "mum")
        board.set(StatusBoard.Link(state: .live), for: "dad")
        board.keep(only: ["dad"])
        #expect(board.link(of: "mum").state == .connecting)
        #expect(board.link(of: "dad").state == .live)
    }
}
