import Store
import SyncEngine
import Testing
import Values

@Suite("Child scan")
struct ChildScanTests {
    @Test("a page that is not full is the whole history")
    func short() {
        var scan = ChildScan(horizon: Timestamp(seconds: 500), knownRows: 100)
        #expect(scan.limit == 20)
        #expect(scan.read(page(1...19), known: []) == .finished(isWholeHistory: true))
    }

    @Test("known rows end it only together with a time that no late row can be below")
    func ending() {
        let rows = page(981...1_000)
        var scan = ChildScan(horizon: Timestamp(seconds: 990), knownRows: 100)
        #expect(scan.read(rows, known: ids(rows)) == .finished(isWholeHistory: false))
        scan = ChildScan(horizon: Timestamp(seconds: 981), knownRows: 100)
        #expect(scan.read(rows, known: ids(rows)) == .readAgain(limit: 40))
        // One unknown among the last five: others may follow it.
        scan = ChildScan(horizon: Timestamp(seconds: 990), knownRows: 100)
        #expect(scan.read(rows, known: ids(rows).subtracting([rows[15].id])) == .readAgain(limit: 40))
        scan = ChildScan(horizon: Timestamp(seconds: 990), knownRows: 100)
        #expect(scan.read(rows, known: ids(rows).subtracting([rows[14].id])) == .finished(isWholeHistory: false))
    }

    @Test("pages double up to the ceiling, and end there")
    func ceiling() {
        var scan = ChildScan(horizon: Timestamp(seconds: 0), knownRows: 0)
        var limits = [scan.limit]
        while case .readAgain(let limit) = scan.read(page(1...limits[limits.endIndex - 1]), known: []) {
            limits.append(limit)
        }
        #expect(Array(limits.prefix(4)) == [20, 40, 80, 160])
        #expect(limits.last == ChildScan.ceiling)
    }

    @Test("a whole history begins with what is known, and stops for no known row")
    func history() {
        var scan = ChildScan(horizon: nil, knownRows: 1_000)
        #expect(scan.limit == 1_020)
        let rows = page(1...1_020)
        #expect(scan.read(rows, known: ids(rows)) == .readAgain(limit: 2_040))
        #expect(ChildScan(horizon: nil, knownRows: 0).limit == 320)
        #expect(ChildScan(horizon: nil, knownRows: 1_000_000).limit == ChildScan.ceiling)
    }
}
