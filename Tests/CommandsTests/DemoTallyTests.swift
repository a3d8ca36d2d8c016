import Testing
import Values

@testable import Commands
@testable import DemoBackend
@testable import Store

@Suite("The demo's tally")
struct DemoTallyTests {
    private func row(_ id: String) -> SimulatedTransaction {
        SimulatedTransaction(
            id: id, child: "child", amount: Decimal("5.00")!, kind: .credit, category: "Chores", description: "Dishes",
            notes: nil, balanceAfter: Decimal("5.00")!, createdAt: Timestamp(seconds: 1_700_000_000), createdBy: "p",
            createdByName: "Pat")
    }

    @Test("everything told once is right, with or without a word from the hub")
    func right() {
        var tally = DemoTally()
        tally.happened(.written(row("a"), isTold: true))
        tally.happened(.written(row("b"), isTold: false))
        #expect(!tally.isComplete && !tally.isRight)
        tally.arrived("b", isLate: true)
        tally.arrived("a", isLate: false)
        #expect(tally.isComplete && tally.isRight)
        #expect(tally.late == 1)
    }

    @Test("what is told twice is complete, but not right")
    func twice() {
        var tally = DemoTally()
        tally.happened(.written(row("a"), isTold: true))
        tally.arrived("a", isLate: false)
        tally.arrived("a", isLate: false)
        #expect(tally.isComplete && !tally.isRight)
    }

    @Test("what nobody wrote must not be told")
    func invented() {
        var tally = DemoTally()
        tally.arrived("ghost", isLate: false)
        #expect(!tally.isRight)
    }

    @Test("the summary counts what happened and what is missing")
    func summary() throws {
        var tally = DemoTally()
        for id in ["a", "b", "c"] { tally.happened(.written(row(id), isTold: id == "a")) }
        tally.happened(.restarted)
        tally.happened(.cut(connections: 2))
        tally.happened(
            .refused(
                SimulatedDraft(
                    child: "child", amount: Decimal("9.00")!, kind: .debit, category: "Toys", description: "Kite"),
                .insufficientFunds))
        tally.arrived("a", isLate: false)
        tally.arrived("a", isLate: true)
        let counts = StoreCounts(
            children: 2, transactions: 7, hints: 4, openHints: 1, resolvedHints: 3, reportedHints: 0, journal: 4)
        let target = DeliveryAccounting.Target(name: "chat", alerts: 4, counts: [.delivered: 2, .queued: 1, .dead: 1])
        let accounting = DeliveryAccounting(targets: [target], alerts: 3, everCaused: 4, openAttempts: 0)
        let lines = tally.summary(counts, accounting).map { "\($0.label): \($0.text)" }.joined(separator: "\n")
        #expect(lines.contains("3 transactions (2 without a word from the hub), 1 refused"))
        #expect(lines.contains("1 server restarts, 1 network cuts"))
        #expect(lines.contains("7 transactions, history included; 4 hints, 1 open"))
        #expect(lines.contains("3 = 3 made, 2 missing; 1 marked as late"))
        #expect(lines.contains("4 = 2 delivered + 1 queued + 0 under way + 0 in doubt + 1 given up"))
        #expect(lines.contains("1 different alerts, 1 twice"))
    }
}
