import Control
import Runtime
import TestWaiting
import Testing

@testable import Daemon
@testable import SyncEngine

/// A person's order, with a board that a script moves.
@Suite("An order to read everything anew", .timeLimit(.minutes(1)))
final class SyncOrderTests: Sendable {
    private let board = SyncBoard()
    private let told = Lock([SyncNews]())

    private func ended(_ failure: FactError? = nil, scope: ScanScope = .all) {
        board.update { contents in
            contents.scans.begin(scope)
            contents.scans.end(scope, failure)
        }
    }

    /// Carries an order out whose scan and whose records come to this.
    private func run(
        scan: @escaping @Sendable (SyncOrderTests) -> Void, records: @escaping @Sendable (SyncBoard) -> Void = { _ in }
    ) async -> SyncNews? {
        let order = SyncOrder(account: "mum", board: board) {
            scan(self)
        } readRecords: { [board] in
            board.update { $0.records.taken = 1 }
            records(board)
            return 1
        }
        await order.run { news in self.told.withLock { $0.append(news) } }
        return told.withLock { $0.last }
    }

    @Test("a complete scan, then all lists: complete, with a progress that never goes back")
    func complete() async {
        let end = await run { test in
            test.board.update { $0.progress.update([.lists: 2, .check: 1]) }
            test.board.update { $0.progress.update([.lists: 0]) }
            test.ended()
        }
        #expect(end == SyncNews("mum", .complete))
        let progress = told.withLock { $0 }.compactMap { $0.work?.hundredths }
        #expect(!progress.isEmpty && progress == progress.sorted())
        #expect(board.contents.holds == 0)
    }

    @Test("a scan that began before the order says nothing about it")
    func earlier() async throws {
        board.update { $0.scans.begin(.all) }
        async let end = run { test in
            // The one that was under way fails; the one that was asked for is still to come.
            test.board.update { $0.scans.end(.all, FactError(.unavailable, "away")) }
        }
        try await eventually("the earlier one has ended") { board.contents.scans.ended == 1 }
        for _ in 0..<100 { await Task.yield() }
        ended()
        #expect(await end?.outcome == .complete)
    }

    @Test("a scan of hinted children answers no order")
    func hinted() async {
        let end = await run { test in
            test.ended(FactError(.unavailable, "away"), scope: .children([]))
            test.ended()
        }
        #expect(end?.outcome == .complete)
    }

    @Test("what keeps the scan from being complete is the outcome, with its reason", arguments: FactError.Kind.allCases)
    func failures(_ kind: FactError.Kind) async {
        let outcomes: [FactError.Kind: SyncNews.Outcome] = [
            .unavailable: .unreachable, .undecodable: .unreachable, .notFound: .unreachable,
            .tooManyRequests: .postponed, .signInRequired: .signInNeeded, .refused: .refused, .cancelled: .stopped,
        ]
        let end = await run { $0.ended(FactError(kind, "because", nextStep: "do it")) }
        #expect(end?.outcome == outcomes[kind] && end?.reason == "because" && end?.nextStep == "do it")
    }

    @Test("a server that wants to be left alone is not waited for")
    func heldBack() async {
        let end = await run { test in test.board.update { $0.isHeldBack = true } }
        #expect(end?.outcome == .postponed && end?.reason?.isEmpty == false)
    }

    @Test("an engine that stops ends the order, during the scan and during the lists", arguments: [true, false])
    func stopped(_ duringScan: Bool) async {
        let end = await run { test in
            if duringScan { test.board.update { $0.isOver = true } } else { test.ended() }
        } records: { board in
            board.update { contents in (contents.records.open, contents.isOver) = (1, true) }
        }
        #expect(end?.outcome == .stopped)
    }

    @Test("lists that could not be read are named")
    func incomplete() async {
        let end = await run(scan: { $0.ended() }) { board in
            board.update { $0.records.failures = ["wish of b", "goal of a"] }
        }
        #expect(end?.outcome == .incomplete && end?.failures == ["goal of a", "wish of b"])
        #expect(end?.reason == "2 lists could not be read anew")
    }

    @Test("several accounts are told side by side, and the answer ends with the last")
    func several() async {
        let boards = [SyncBoard(), SyncBoard()]
        let orders = boards.enumerated().map { index, board in
            SyncOrder(account: "a\(index)", board: board) {
                board.update { contents in
                    contents.scans.begin(.all)
                    contents.scans.end(.all, index == 0 ? nil : FactError(.refused, "no"))
                }
            } readRecords: {
                board.update { $0.records.taken = 1 }
                return 1
            }
        }
        var ends: [String: SyncNews.Outcome] = [:]
        for await news in SyncOrder.stream(orders) { ends[news.account] = news.outcome ?? ends[news.account] }
        #expect(ends == ["a0": .complete, "a1": .refused])
    }
}
