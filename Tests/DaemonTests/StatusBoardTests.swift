import Testing
import Values

@testable import Daemon

@Suite("The board of connections")
struct StatusBoardTests {
    private let board = StatusBoard(startedAt: Timestamp(seconds: 1_700_000_000))

    @Test("an account nobody has spoken of is connecting")
    func unknown() {
        #expect(board.link(of: "mum") == StatusBoard.Link(state: "connecting", reason: nil, hub: nil))
    }

    @Test("each change is told once, to everybody who watches")
    func changes() async {
        var first = board.changes().makeAsyncIterator()
        var second = board.changes().makeAsyncIterator()
        let live = StatusBoard.Link(state: "live", reason: nil, hub: "/hubs/family")
        board.set(live, for: "mum")
        board.set(live, for: "mum")
        board.set(StatusBoard.Link(state: "waiting", reason: "lost"), for: "mum")
        #expect(await first.next()?.link == live)
        #expect(await first.next()?.link.state == "waiting")
        #expect(await second.next()?.account == "mum")
        #expect(await second.next()?.link.reason == "lost")
    }

    @Test("a slow watcher keeps the newest changes")
    func slow() async {
        var changes = board.changes().makeAsyncIterator()
        for number in 0..<300 { board.set(StatusBoard.Link(state: "\(number)"), for: "mum") }
        #expect(await changes.next()?.link.state == "44")
    }

    @Test("what has not started is told until it has, each reason once")
    func waiting() {
        #expect(board.wait(of: "the relay", for: "full"))
        #expect(!board.wait(of: "the relay", for: "full"))
        #expect(board.wait(of: "mum", for: "full"))
        #expect(board.waiting == ["full"])
        #expect(board.wait(of: "mum", for: "busy"))
        #expect(board.waiting == ["busy", "full"])
        #expect(board.wait(of: "the relay", for: nil))
        #expect(board.waiting == ["busy"])
        #expect(!board.wait(of: "dad", for: nil))
    }

    @Test("accounts that a new configuration leaves out are forgotten")
    func forgetting() {
        board.set(StatusBoard.Link(state: "live"), for: "mum")
        board.set(StatusBoard.Link(state: "live"), for: "dad")
        board.keep(only: ["dad"])
        #expect(board.link(of: "mum").state == "connecting")
        #expect(board.link(of: "dad").state == "live")
    }
}
