import Store
import Testing
import Values

@testable import Relay

@Suite("Who may be told what")
struct AudienceTests {
    private let alice = ChildRow(
        server: ServerRow.ID(rawValue: 1), id: .init(rawValue: "C1"), firstName: "Alice", lastName: "Reed",
        balance: Decimal("10")!, seenAt: Timestamp(seconds: 0))
    private let bruno = ChildRow(
        server: ServerRow.ID(rawValue: 1), id: .init(rawValue: "C2"), firstName: "Bruno", lastName: "Reed",
        balance: Decimal("10")!, seenAt: Timestamp(seconds: 0))
    private static let everything = Rule(name: "all", events: Set(AlertRow.Event.allCases), below: Decimal("5"))

    private func rules(_ rules: [Rule] = [everything], _ people: Person...) -> RuleSet {
        RuleSet(rules, targets: ["mum", "alice", "bruno"], people: people)
    }

    private var family: RuleSet {
        rules(
            [Self.everything], Person(targets: ["mum"]), Person(targets: ["alice"], child: "alice"),
            Person(targets: ["bruno"], child: "c2"))
    }

    private func change(_ kind: FactChange.Kind, of child: ChildRow) -> FactChange {
        FactChange(kind: kind, child: child, origin: "https://o", isLate: false, at: Timestamp(seconds: 20))
    }

    private func spent(by child: ChildRow) -> FactChange { change(.transactionAdded(row(of: child)), of: child) }

    private func row(of child: ChildRow) -> TransactionRow {
        TransactionRow(
            server: child.server, id: .init(rawValue: "T1"), child: child.id, amount: Decimal("1")!, kind: .debit,
            category: "Toys", description: "Kite", balanceAfter: Decimal("3")!, createdAt: Timestamp(seconds: 9),
            position: 1, firstSeenAt: Timestamp(seconds: 10), source: .scan, isLate: false)
    }

    @Test("a child is told of the own money, and of no other child's, whatever happens to it")
    func ownMoney() {
        let kinds: [(ChildRow) -> FactChange] = [
            spent, { child in change(.transactionWithdrawn(row(of: child)), of: child) },
            { child in change(.balanceChanged(from: Decimal("9")!, to: Decimal("1")!, cause: nil), of: child) },
        ]
        for kind in kinds {
            let alert = family.plan(kind(alice))[0]
            #expect(alert.deliveries.map(\.target) == ["mum", "alice"])
            #expect(alert.dropped == [DroppedDelivery(target: "bruno", rule: "all", reason: .otherChild)])
            #expect(family.plan(kind(bruno))[0].deliveries.map(\.target) == ["mum", "bruno"])
        }
    }

    @Test("who is told next, because nobody has seen it, is nobody who may not know")
    func ladder() {
        var rule = Rule(name: "r", targets: ["mum"])
        rule.timing.ladder = [
            .init(after: .seconds(600), targets: ["bruno"]), .init(after: .seconds(900), targets: ["alice", "bruno"]),
        ]
        let told = rules(
            [rule], Person(targets: ["mum"]), Person(targets: ["alice"], child: "alice"),
            Person(targets: ["bruno"], child: "c2")
        ).plan(spent(by: alice))[0].deliveries
        #expect(told.map(\.target) == ["mum"])
        #expect(told.first?.timing?.ladder == [.init(after: .seconds(900), targets: ["alice"])])
    }

    @Test("what was planned for later is told by who reads a target then, if it is there at all")
    func later() {
        func leave(_ target: String, _ event: AlertRow.Event, _ child: ChildRow?, week: [ChildRow] = [])
            -> FollowUpRow.Leave
        {
            let start = Timestamp(seconds: 0)
            let period = start..<start.advanced(by: .seconds(604_800))
            let children = week.map { WeekSummary.Child($0, [], goals: [], in: period) }
            let details = event == .summary ? WeekSummary(period: period, children: children).stored : nil
            return family.leave(
                to: target, stored: nil, .init(event: event, child: child, details: details), at: start)
        }
        #expect(leave("mum", .signInNeeded, nil) == .told(heldUntil: nil))
        #expect(leave("alice", .signInNeeded, nil) == .refused(.aboutProgram))
        #expect(leave("alice", .transaction, alice) == .told(heldUntil: nil))
        #expect(leave("bruno", .transaction, alice) == .refused(.otherChild))
        #expect(leave("alice", .choreWaiting, alice) == .refused(.forParents))
        #expect(leave("alice", .drill, nil) == .told(heldUntil: nil), "it tells of nobody")
        #expect(leave("dad", .transaction, alice) == .refused(.notConfigured))
        #expect(leave("alice", .summary, nil, week: [alice]) == .told(heldUntil: nil))
        #expect(leave("alice", .summary, nil, week: [alice, bruno]) == .refused(.otherChild))
    }

    @Test("no problem of the program comes to a child, also not where nobody else would hear of it")
    func problems() {
        for event in AlertRow.Event.allCases where event.isProblem {
            #expect(family.deliveries(of: event, besides: nil, at: Timestamp(seconds: 0)).map(\.target) == ["mum"])
            let toAlice = rules(
                [Rule(name: "r", events: [event], targets: ["alice"])], Person(targets: ["alice"], child: "Alice"))
            let told = toAlice.deliveries(of: event, besides: "bruno", at: Timestamp(seconds: 0)).map(\.target)
            #expect(told == ["mum"], "as if no rule named it")
        }
    }

    @Test("who shows what they may not know any more is told no end of it")
    func ends() {
        let set = family
        #expect(set.barred(from: Occurrence(.signInNeeded, at: Timestamp(seconds: 0))) == ["alice", "bruno"])
        let back = change(.balanceChanged(from: Decimal("1")!, to: Decimal("9")!, cause: nil), of: alice)
        let end = set.plan(back).first
        #expect(end?.closesThread == true && end?.barred == ["bruno"])
        #expect(set.plan(spent(by: alice))[0].barred.isEmpty, "it ends nothing")
    }

    @Test("a target of several people gets what the strictest of them may know; two children share nothing")
    func shared() {
        let tablet = rules(
            [Rule(name: "r", targets: ["alice"])], Person(targets: ["alice"]),
            Person(targets: ["alice"], child: "Alice"))
        #expect(tablet.plan(spent(by: alice))[0].deliveries.map(\.target) == ["alice"])
        #expect(tablet.plan(spent(by: bruno))[0].deliveries.isEmpty)
        let both = rules(
            [Rule(name: "r", targets: ["alice"])], Person(targets: ["alice"], child: "Bruno"),
            Person(targets: ["alice"], child: "Alice"))
        #expect(both.plan(spent(by: alice))[0].deliveries.isEmpty && both.plan(spent(by: bruno))[0].deliveries.isEmpty)
    }

    @Test("a parent's target does not care, and one that is nobody's gets all")
    func parents() {
        let set = rules([Self.everything], Person(targets: ["mum"]))
        #expect(set.plan(spent(by: alice))[0].deliveries.map(\.target) == ["mum", "alice", "bruno"])
    }

    @Test("that a withdrawn transaction would have been told to a child alone is an alert, with the reason")
    func droppedOnly() {
        let rule = Rule(name: "r", events: [.withdrawn], targets: ["alice"])
        let set = rules([rule], Person(targets: ["alice"], child: "Alice"))
        let alerts = set.plan(change(.transactionWithdrawn(row(of: bruno)), of: bruno))
        #expect(alerts.map(\.dropped.count) == [1] && alerts[0].deliveries.isEmpty)
    }
}
