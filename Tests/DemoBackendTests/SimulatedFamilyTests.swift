import Testing
import Values

@testable import DemoBackend

@Suite struct SimulatedFamilyTests {
    private let now = Timestamp(seconds: 1_773_500_966)

    private func family(history: Int = 6, seed: UInt64 = 1) -> SimulatedFamily {
        var generator = SeededGenerator(seed: seed)
        return SimulatedFamily(history: history, now: now, using: &generator)
    }

    private func draft(_ amount: String, _ kind: SimulatedTransaction.Kind, of child: String) throws -> SimulatedDraft {
        SimulatedDraft(
            child: child, amount: try #require(Decimal(amount)), kind: kind, category: "Gift", description: "x")
    }

    @Test("balances follow the rows, newest first, and the same seed gives the same family")
    func books() throws {
        let family = family(history: 30)
        #expect(family.children.map(\.firstName) == ["Alice", "Bruno"])
        for child in family.children {
            let rows = family.newest(.max, of: child.id)
            #expect(rows.count == 30 && rows.first?.balanceAfter == child.balance)
            #expect(rows.map(\.createdAt) == rows.map(\.createdAt).sorted(by: >))
            var balance = Decimal.zero
            for row in rows.reversed() {
                balance = try #require(
                    row.kind == .credit ? balance.adding(row.amount) : balance.subtracting(row.amount))
                #expect(row.balanceAfter == balance && !balance.isNegative)
            }
            #expect(rows.contains { $0.kind == .debit })
            #expect(self.family(history: 30).newest(.max, of: child.id) == rows)
            #expect(self.family(history: 30, seed: 2).newest(.max, of: child.id) != rows)
        }
    }

    @Test(
        "a row moves the balance by cents, halves away from zero",
        arguments: [("1.005", "1.01"), ("1.004", "1.00"), ("-0.005", "-0.01"), ("7", "7.00")])
    func rounding(_ amount: String, _ stored: String) throws {
        var family = family(history: 0)
        let row = try family.add(draft(amount, .credit, of: family.children[0].id), by: "p", id: "t", now: now)
        #expect(row.amount.description == stored && family.children[0].balance.description == stored)
    }

    @Test("nobody spends more than there is")
    func overdraft() throws {
        var family = family()
        let alice = family.children[0]
        let all = SimulatedDraft(
            child: alice.id, amount: alice.balance, kind: .debit, category: "Toys", description: "all")
        #expect(try family.add(all, by: "p", id: "t", now: now).balanceAfter.isZero)
        let more = try draft("0.01", .debit, of: alice.id)
        #expect(throws: SimulatedRefusal.insufficientFunds) { try family.add(more, by: "p", id: "t", now: self.now) }
        #expect(family.newest(.max, of: alice.id).count == 7)
    }

    @Test("what the books can't hold is refused and changes nothing")
    func refusals() throws {
        var family = family()
        let before = family.children
        let alice = before[0].id
        let cases: [(SimulatedDraft, SimulatedRefusal)] = [
            (try draft("1", .credit, of: "nobody"), .unknownChild),
            (try draft("100000000", .credit, of: alice), .invalidAmount),
            (try draft("99999999999999999999999999999999999999", .credit, of: alice), .invalidAmount),
            (
                SimulatedDraft(
                    child: alice, amount: .zero, kind: .credit, category: "Gift",
                    description: String(repeating: "x", count: 501)), .invalidDescription
            ),
        ]
        for (draft, refusal) in cases {
            #expect(throws: refusal) { try family.add(draft, by: "p", id: "t", now: self.now) }
        }
        #expect(family.children == before)
    }

    @Test("the allowance is paid by the timer")
    func allowance() throws {
        var family = family()
        let bruno = family.children[1]
        let row = try family.payAllowance(bruno.id, id: "t", now: now)
        #expect(row.amount.description == "11.00" && row.createdByName == "Earn & Learn" && row.category == "Allowance")
        #expect(family.children[1].lastAllowanceAt == now)
    }

    @Test("people sign in with their address in any letter case and the right password only")
    func people() {
        let family = family()
        #expect(family.person(email: "Parent@Example.com", password: SimulatedFamily.password)?.role == .parent)
        #expect(family.person(email: "child2@example.com", password: SimulatedFamily.password)?.firstName == "Bruno")
        #expect(family.person(email: "parent@example.com", password: Secret("Password123")) == nil)
        #expect(family.person(email: "", password: Secret("")) == nil)
    }
}
