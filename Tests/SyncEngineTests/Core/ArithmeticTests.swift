import AllowanceAPI
import Store
import Testing
import Values

@testable import SyncEngine

@Suite("Retries, lookback, chains")
struct ArithmeticTests {
    @Test("a retry's delay is between nothing and a bound that doubles up to the cap")
    func retry() {
        var schedule = RetrySchedule(base: .seconds(1), cap: .seconds(300))
        var bounds: [Duration] = []
        for _ in 0..<12 { bounds.append(schedule.failed(random: 1)) }
        let doubling: [Duration] = [1, 2, 4, 8, 16, 32, 64, 128, 256].map { .seconds($0) }
        #expect(Array(bounds.prefix(9)) == doubling)
        #expect(bounds.suffix(3).allSatisfy { $0 == .seconds(300) })
        #expect(schedule.failed(random: 0) == .zero)
        for _ in 0..<1_000 { _ = schedule.failed(random: 0.5) }
        schedule.succeeded()
        #expect(schedule.failed(random: 7) == .seconds(1))
    }

    @Test("the lookback is twice the worst lateness, at least ten minutes, at most a day")
    func lookback() {
        var lookback = Lookback(least: .seconds(600), most: .seconds(86_400))
        let watermark = Timestamp(seconds: 1_000_000)
        #expect(lookback.horizon(watermark: watermark) == Timestamp(seconds: 999_400))
        #expect(lookback.found(createdAt: Timestamp(seconds: 999_000), watermark: watermark) == true)
        #expect(lookback.duration == .seconds(2_000))
        #expect(lookback.found(createdAt: Timestamp(seconds: 999_500), watermark: watermark) == false)
        #expect(lookback.found(createdAt: Timestamp(seconds: 1_000_001), watermark: watermark) == false)
        #expect(lookback.found(createdAt: Timestamp(seconds: 0), watermark: watermark) == true)
        #expect(lookback.duration == .seconds(86_400))
    }

    @Test("a balance that moved without a row is told with its size")
    func chain() {
        let rows = [
            row(1, at: 1, amount: "10.00", balance: "10.00"), row(2, at: 2, amount: "5.00", balance: "15.00"),
            row(3, at: 3, amount: "1.00", balance: "14.00"),
        ]
        #expect(
            ChainCheck.breaks(in: rows) == [
                ChainCheck.Break(transaction: TransactionRow.ID(rawValue: "txn-3"), difference: Decimal("-2")!)
            ])
        #expect(ChainCheck.breaks(in: []) == [])
    }

    @Test("an amount below zero moves the balance the other way")
    func negative() {
        let turned = Transaction(
            id: Transaction.ID(rawValue: "X")!, child: Child.ID(rawValue: "alice")!, amount: Decimal("-3.50")!,
            kind: .credit, description: "", balanceAfter: .zero, createdAt: Timestamp(seconds: 0))
        let child = ChildRow(listed(alice, "1.00"), on: ServerRow.ID(rawValue: 1), seenAt: Timestamp(seconds: 0))
        let row = TransactionRow(
            turned, of: child, position: 1, firstSeenAt: Timestamp(seconds: 0), source: .scan, isLate: false)
        #expect(row.kind == .debit && row.amount == Decimal("3.5") && row.signedAmount == Decimal("-3.5"))
        #expect(turned.signedAmount == row.signedAmount && row.id.rawValue == "x")
    }

    @Test("scopes join to what looks at both")
    func scopes() {
        #expect(ScanScope.children([alice]).union(.children([bruno])) == .children([alice, bruno]))
        #expect(ScanScope.children([alice]).union(.all) == .all)
        #expect(ScanScope.all.union(.deep) == .deep && ScanScope.deep.union(.children([])) == .deep)
        #expect(ScanScope.all.union(nil) == .all)
    }

    @Test("a scan's start by the server's clock is never after the request began")
    func serverStart() {
        let start = Timestamp(seconds: 100)
        let reply = Reply(
            value: 0, startedAt: start, endedAt: start.advanced(by: .seconds(3)), serverDate: Timestamp(seconds: 503))
        #expect(reply.serverStart == Timestamp(seconds: 500))
        #expect(Reply(value: 0, startedAt: start, endedAt: start).serverStart == start)
    }
}
