import Store
import SyncEngine
import Testing
import Values

@Suite("Child scan")
struct ChildScanTests {
    private func since(_ seconds: Int64, sufficient: Int = 20) -> ChildScan {
        ChildScan(aim: .since(Timestamp(seconds: seconds)), knownRows: 100, sufficient: sufficient)
    }

    /// Asks a list of the numbers, newest first, until the scan has enough; returns what was asked for.
    private func limits(_ scan: inout ChildScan, _ numbers: ClosedRange<Int>, unknown: Set<Int> = []) -> [Int] {
        let all = page(numbers)
        let new = Set(unknown.map { TransactionRow.ID(rawValue: "txn-\($0)") })
        var limits: [Int] = []
        while true {
            limits.append(scan.limit)
            let rows = Array(all.prefix(scan.limit))
            guard case .readAgain = scan.read(rows, known: ids(rows).subtracting(new)) else { return limits }
        }
    }

    @Test("a page that is not full is the whole history")
    func short() {
        var scan = since(500)
        #expect(scan.limit == 20)
        #expect(scan.read(page(1...19), known: []) == .finished(isWholeHistory: true))
    }

    @Test("known rows end it only together with a time that no late row can be below")
    func ending() {
        let rows = page(981...1_000)
        var scan = since(990)
        #expect(scan.read(rows, known: ids(rows)) == .finished(isWholeHistory: false))
        scan = since(981)
        #expect(scan.read(rows, known: ids(rows)) == .readAgain(limit: 40))
        // One unknown among the last five: others may follow it.
        scan = since(990)
        #expect(scan.read(rows, known: ids(rows).subtracting([rows[15].rowID])) == .readAgain(limit: 40))
        scan = since(990)
        #expect(scan.read(rows, known: ids(rows).subtracting([rows[14].rowID])) == .finished(isWholeHistory: false))
    }

    @Test("pages double up to the ceiling, and end there with a word if it was to be everything")
    func ceiling() {
        var scan = ChildScan(aim: .wholeHistory, knownRows: 0)
        let rows = page(1...ChildScan.ceiling)
        var limits = [scan.limit]
        while case .readAgain(let limit) = scan.read(Array(rows.prefix(scan.limit)), known: []) {
            limits.append(limit)
        }
        #expect(Array(limits.prefix(4)) == [320, 640, 1_280, 2_560])
        #expect(limits.last == ChildScan.ceiling && scan.isCut)
    }

    @Test("50,000 rows of history are read whole")
    func longHistory() {
        var scan = ChildScan(aim: .wholeHistory, knownRows: 0)
        #expect(limits(&scan, 1...50_000).last == 81_920)
        #expect(!scan.isCut)
    }

    @Test("a whole history begins with what is known, and stops for no known row")
    func history() {
        var scan = ChildScan(aim: .wholeHistory, knownRows: 1_000)
        #expect(scan.limit == 1_020)
        let rows = page(1...1_020)
        #expect(scan.read(rows, known: ids(rows)) == .readAgain(limit: 2_040))
        #expect(ChildScan(aim: .wholeHistory, knownRows: 0).limit == 320)
        #expect(ChildScan(aim: .wholeHistory, knownRows: 1_000_000).limit == ChildScan.ceiling)
    }

    @Test("a hinted reading ends at what was hinted, however many rows are recent; without it, it looks as far as any")
    func hinted() {
        let horizon = Timestamp(seconds: 500)
        let news = TransactionRow.ID(rawValue: "txn-1000")
        var scan = ChildScan(aim: .hinted([news], since: horizon), knownRows: 900)
        #expect(limits(&scan, 1...1_000, unknown: [1_000]) == [20])
        // A child was named, not a row.
        scan = ChildScan(aim: .hinted([], since: horizon), knownRows: 900)
        #expect(limits(&scan, 1...1_000, unknown: [1_000]) == [20])
        // It is further down: it bears an earlier time.
        scan = ChildScan(aim: .hinted([TransactionRow.ID(rawValue: "txn-950")], since: horizon), knownRows: 900)
        #expect(limits(&scan, 1...1_000, unknown: [950]) == [20, 40, 80])
        // It is not there yet.
        scan = ChildScan(aim: .hinted([TransactionRow.ID(rawValue: "txn-2000")], since: horizon), knownRows: 900)
        #expect(limits(&scan, 1...1_000).last == 640)
        // What is above known rows is never left out.
        scan = ChildScan(aim: .hinted([news], since: horizon), knownRows: 900)
        #expect(limits(&scan, 1...1_000, unknown: Set(970...1_000)) == [20, 40])
        // A burst is one page.
        let burst = Set((700...1_000).map { TransactionRow.ID(rawValue: "txn-\($0)") })
        scan = ChildScan(aim: .hinted(burst, since: horizon), knownRows: 600)
        #expect(limits(&scan, 1...1_000, unknown: Set(700...1_000)) == [311])
    }

    @Test("what sufficed last is asked for at once, and shrinks when the rows grow old")
    func sufficient() {
        var first = since(500)
        #expect(limits(&first, 1...1_000) == [20, 40, 80, 160, 320, 640])
        var second = since(500, sufficient: first.sufficient)
        #expect(limits(&second, 1...1_010, unknown: Set(1_001...1_010)).count == 1)
        var third = since(980, sufficient: second.sufficient)
        #expect(limits(&third, 1...1_010).count == 1)
        #expect(third.sufficient < 60)
        var few = since(5)
        _ = limits(&few, 1...60)
        var again = since(5, sufficient: few.sufficient)
        #expect(limits(&again, 1...60).count == 1)
    }
}
