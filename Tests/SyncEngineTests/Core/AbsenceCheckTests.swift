import AllowanceAPI
import Store
import SyncEngine
import Testing
import Values

@Suite("What a list lacks")
struct AbsenceCheckTests {
    private func listed(_ numbers: ClosedRange<Int>) -> [Transaction] { page(numbers) }

    private func known(_ numbers: ClosedRange<Int>, missing: Set<Int> = []) -> [ListedBefore] {
        numbers.map { number in
            ListedBefore(
                id: row(number, at: 0).rowID, createdAt: Timestamp(seconds: Int64(number)),
                missingAt: missing.contains(number) ? Timestamp(seconds: 1_000) : nil)
        }
    }

    private func names(_ rows: [ListedBefore]) -> [String] { rows.map(\.id.rawValue) }

    @Test("a row that the history has no longer is found, wherever it stood; one that is new lacks nothing")
    func everywhere() {
        let page = listed(1...7).filter { ![2, 5].contains(Int($0.createdAt.seconds)) }
        #expect(names(AbsenceCheck.absent(from: page, among: known(1...7))) == ["txn-2", "txn-5"])
        #expect(names(AbsenceCheck.absent(from: page, among: known(1...5))) == ["txn-2", "txn-5"])
        #expect(AbsenceCheck.absent(from: listed(1...7), among: known(1...5)) == [])
    }

    @Test("an empty list lacks all rows, the oldest of a history lacks nothing before it")
    func ends() {
        #expect(names(AbsenceCheck.absent(from: [], among: known(1...3))) == ["txn-1", "txn-2", "txn-3"])
        #expect(names(AbsenceCheck.absent(from: page(3...7), among: known(1...7))) == ["txn-1", "txn-2"])
    }

    @Test(
        "what a server's limit may have cut off is not taken for gone: only what is newer than the page's end",
        arguments: [10, 20, 50, 100])
    func cut(_ limit: Int) {
        let numbers = 6...(limit + 6)
        let page = listed(numbers).filter { $0.createdAt.seconds != 9 }
        #expect(page.count == limit)
        // Of 1 to 5, and of one made in the second of the page's last row, nobody can say.
        let twin = ListedBefore(id: row(900, at: 6).rowID, createdAt: Timestamp(seconds: 6), missingAt: nil)
        #expect(names(AbsenceCheck.absent(from: page, among: known(1...(limit + 6)) + [twin])) == ["txn-9"])
        let longer = listed(6...(limit + 6))
        #expect(names(AbsenceCheck.absent(from: longer, among: known(1...7) + [twin])).count == 6)
    }

    @Test("two readings decide that are far enough apart; a server's clock that was set back begins anew")
    func verdicts() {
        func verdict(_ missing: Int64?, at read: Int64) -> AbsenceCheck.Verdict {
            let row = ListedBefore(
                id: row(1, at: 0).rowID, createdAt: Timestamp(seconds: 1),
                missingAt: missing.map { Timestamp(seconds: $0) })
            return AbsenceCheck.verdict(on: row, readAt: Timestamp(seconds: read), wait: .seconds(600))
        }
        #expect(verdict(nil, at: 5_000) == .missing(since: Timestamp(seconds: 5_000)))
        #expect(verdict(5_000, at: 5_000) == .stillMissing)
        #expect(verdict(5_000, at: 5_599) == .stillMissing)
        #expect(verdict(5_000, at: 5_600) == .gone)
        #expect(verdict(5_000, at: 4_999) == .missing(since: Timestamp(seconds: 4_999)))
    }

    @Test(
        "few rows are taken back one by one; an unbroken run of them, or many, is a server that knows less",
        arguments: [
            (1, 0, Disappearance.withdrawn), (2, 0, .withdrawn), (3, 0, .restored), (3, 1, .withdrawn),
            (9, 4, .withdrawn),
            (10, 4, .restored), (5_000, 0, .restored),
        ])
    func disappearances(_ count: Int, _ remaining: Int, _ kind: Disappearance) {
        #expect(Disappearance(of: count, remaining: remaining) == kind)
    }
}
