import AllowanceAPI
import Runtime
import Store
import TestWaiting
import Testing
import Values

@testable import SyncEngine

/// What an engine shows of itself while it works.
@Suite("The board of an engine", .timeLimit(.minutes(1)))
struct SyncBoardTests {
    @Test(
        "a full scan that begins after a wish has a higher number, and ends with its outcome; the run goes from 0 to its end"
    )
    func scans() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice", balance: "10.00")
        bench.server.add("1.00", to: alice)
        let store = try await bench.open()
        let seen = Lock<[RunProgress]>([])
        let box = Lock<SyncBoard?>(nil)
        let board = SyncBoard {
            if let board = box.withLock({ $0 }) { seen.withLock { $0.append(board.contents.progress) } }
        }
        box.withLock { $0 = board }
        let engine = bench.engine(store, board: board)
        try await bench.with(engine) {
            try await engine.settled()
            let before = board.contents.scans.begun
            engine.scanNow()
            let ended = await board.wait { $0.scans.ended > before ? $0.scans : nil }
            #expect(ended?.failure == nil && before >= 1)
            _ = await board.wait { $0.progress.phase == .resting ? true : nil }
        }
        #expect(board.contents.isOver)
        let phases = seen.withLock { $0 }.map(\.phase)
        #expect(phases.contains { if case .running(.pulling, _) = $0 { true } else { false } })
        #expect(phases.contains(.running(.resolving, hundredths: 95)))
        box.withLock { $0 = nil }
        await store.close()
    }

    @Test("a photo's way goes forward in steps of five, each told once, and a new attempt begins with nothing")
    func uploads() {
        let told = Lock(0)
        let board = SyncBoard { told.withLock { $0 += 1 } }
        let (one, two) = (IntentRow.ID(rawValue: "1"), IntentRow.ID(rawValue: "2"))
        var seen: [Int] = []
        for sent in [0, 1, 0, 999, 500, 1_000] + Array(stride(from: 0, through: 20_000, by: 7)) + [20_000, 20_001] {
            board.uploading(one, "Lawn", sent: sent, of: 20_000)
            if let now = board.contents.uploads.first?.hundredths, now != seen.last { seen.append(now) }
        }
        #expect(seen == Array(stride(from: 0, through: 100, by: 5)))
        #expect(told.withLock { $0 } == 21)
        board.uploading(two, "Dishes", sent: -5, of: 0)
        #expect(board.contents.uploads.map(\.title) == ["Lawn", "Dishes"])
        #expect(board.contents.uploads.map(\.hundredths) == [100, 0])
        board.uploaded(one)
        board.uploaded(one)
        board.uploading(one, "Lawn", sent: 10_000, of: 20_000)
        #expect(board.contents.uploads.map(\.hundredths) == [0, 50])
    }

    @Test("a scan that fails ends with why, and one that the server puts off is said to wait")
    func failures() async throws {
        let bench = try TestBench()
        let store = try await bench.open()
        let source = Failing()
        let board = SyncBoard()
        let engine = bench.engine(store, source: source, board: board)
        try await bench.with(engine) {
            let failed = await board.wait { $0.scans.failure?.kind == .signInRequired ? $0.scans : nil }
            #expect(failed?.failure?.message == "who are you?")
            source.answer.withLock { $0 = FactError(.tooManyRequests, "later", retryAfter: .seconds(60)) }
            let before = board.contents.scans.begun
            engine.scanNow()
            let held = await board.wait { $0.isHeldBack ? $0 : nil }
            #expect(held?.scans.ended == before + 1 && held?.scans.failure?.kind == .tooManyRequests)
        }
        await store.close()
    }

    /// Answers every question so.
    private final class Failing: FactSource {
        let answer = Lock(FactError(.signInRequired, "who are you?"))

        func signedInUser() async -> FactUser? { nil }
        func listedChildren() async throws(FactError) -> Reply<[Child]> { throw answer.withLock { $0 } }
        func listedTransactions(of child: ChildRow.ID, limit: Int) async throws(FactError) -> Reply<[Transaction]> {
            throw answer.withLock { $0 }
        }
    }
}
