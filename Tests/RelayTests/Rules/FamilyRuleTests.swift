import Store
import Testing
import Values

@testable import Relay

@Suite("Rules about a family's allowances, chores, goals and wishes")
struct FamilyRuleTests {
    private let child = ChildRow(
        server: ServerRow.ID(rawValue: 1), id: .init(rawValue: "c1"), firstName: "Alice", lastName: "Reed",
        balance: Decimal("10")!, seenAt: Timestamp(seconds: 0))

    private func row(
        _ amount: String = "3.00", category: String = "Toys", kind: TransactionRow.Kind = .debit,
        _ description: String = "Kite"
    ) -> TransactionRow {
        TransactionRow(
            server: child.server, id: .init(rawValue: "t1"), child: child.id, amount: Decimal(amount)!, kind: kind,
            category: category, description: description, balanceAfter: Decimal("3")!, createdAt: Timestamp(seconds: 9),
            position: 1, firstSeenAt: Timestamp(seconds: 10), source: .scan, isLate: false)
    }

    private func change(_ kind: FactChange.Kind) -> FactChange {
        FactChange(kind: kind, child: child, origin: "https://o", isLate: false, at: Timestamp(seconds: 20))
    }

    private func moved(_ old: String, _ new: String) -> FactChange {
        change(.balanceChanged(from: Decimal(old)!, to: Decimal(new)!, cause: nil))
    }

    private func targets(_ alert: PlannedAlert?) -> [String] { alert?.deliveries.map(\.target) ?? [] }

    @Test("of an allowance each target is told once: as one where a rule asks for that, else as any money")
    func allowance() {
        let paid = row("10.00", category: "allowance", kind: .credit, "Weekly Allowance")
        let rules = RuleSet(
            [
                Rule(name: "all", targets: ["a", "b"]),
                Rule(name: "paid", events: [.allowancePaid, .transaction], targets: ["b"]),
            ], targets: ["a", "b"])
        let alerts = rules.plan(change(.transactionAdded(paid)))
        #expect(alerts.map(\.key.rawValue) == ["paid|https://o|t1", "new|https://o|t1"])
        #expect(targets(alerts[0]) == ["b"] && targets(alerts[1]) == ["a", "b"] && alerts[0].event == .allowancePaid)
        #expect(alerts[0].thread == "allowance|https://o|c1" && alerts[0].closesThread)
        #expect(alerts[0].deliveries.map(\.rule) == ["paid"])
        #expect(alerts[1].deliveries.allSatisfy { $0.givesWayTo == alerts[0].key })
        // Money that is no allowance, and an allowance that nobody asks about.
        #expect(rules.plan(change(.transactionAdded(row()))).map(\.event) == [.transaction])
        #expect(RuleSet(nil, targets: ["a"]).plan(change(.transactionAdded(paid))).map(\.event) == [.transaction])
        // Taken back by hand.
        let spent = row("10.00", category: "Allowance", kind: .debit)
        #expect(rules.plan(change(.transactionAdded(spent))).count == 1)
        let large = Rule(name: "large", events: [.allowancePaid], minimum: Decimal("20"))
        #expect(RuleSet([large], targets: ["a"]).plan(change(.transactionAdded(paid))).map(\.event) == [.transaction])
    }

    @Test("an edit is told by its revision, with what was said before, if one of the two was worth telling")
    func edited() {
        let rule = Rule(name: "r", events: [.edited], minimum: Decimal("3"))
        let rules = RuleSet([rule], targets: ["a"])
        let alerts = rules.plan(change(.transactionEdited(row("2.00"), from: row("3.00"), revision: 4)))
        #expect(alerts.map(\.key.rawValue) == ["edit|https://o|t1|4"] && targets(alerts.first) == ["a"])
        #expect(alerts.first?.details?.contains(#""was":{"amount":"3.00","kind":"debit""#) == true)
        #expect(alerts.first?.thread == nil)
        #expect(rules.plan(change(.transactionEdited(row("2.00"), from: row("1.00"), revision: 1))) == [])
        #expect(
            RuleSet(nil, targets: ["a"]).plan(change(.transactionEdited(row(), from: row("1"), revision: 1))) == [],
            "without rules it is nobody's wish")
    }

    @Test("a balance that is back ends what a low one began, once for each rise")
    func recovered() {
        let rule = Rule(name: "low", events: [.balanceLow, .balanceRecovered], below: Decimal("5"))
        let rules = RuleSet([rule], targets: ["a"])
        let low = rules.plan(moved("5", "4.99"))
        #expect(low.map(\.event) == [.balanceLow] && low[0].thread == "low|https://o|c1|low" && !low[0].closesThread)
        let back = rules.plan(moved("4.99", "5"))
        #expect(back.map(\.event) == [.balanceRecovered] && back[0].thread == low[0].thread && back[0].closesThread)
        #expect(back[0].key.rawValue.hasPrefix("back|https://o|c1|low|") && back[0].threshold == Decimal("5"))
        for (old, new) in [("5", "9"), ("4", "4.5"), ("4.99", "4.98")] { #expect(rules.plan(moved(old, new)) == []) }
        let lowOnly = RuleSet([Rule(name: "low", events: [.balanceLow], below: Decimal("5"))], targets: ["a"])
        let end = lowOnly.plan(moved("4", "6"))
        #expect(end.map(\.event) == [.balanceRecovered] && end[0].closesThread && end[0].deliveries == [])
        let backOnly = RuleSet([Rule(name: "low", events: [.balanceRecovered], below: Decimal("5"))], targets: ["a"])
        #expect(backOnly.plan(moved("6", "4")) == [])
    }

    @Test("a record's news go to the rules that name them, with what they tell and whose matter they are")
    func records() {
        let news = RecordNews(
            event: .choreApproved, identity: "d1", matter: .init("chore", "d1"), details: #"{"id":"d1"}"#)
        let rules = RuleSet(
            [
                Rule(name: "chores", events: [.choreWaiting, .choreApproved], children: ["alice"], targets: ["a"]),
                Rule(name: "more", events: [.choreApproved], targets: ["b", "a"]),
            ], targets: ["a", "b"])
        let alerts = rules.plan(change(.record(news)))
        #expect(alerts.map(\.key.rawValue) == ["chore-approved|https://o|d1"] && targets(alerts.first) == ["a", "b"])
        #expect(alerts.first?.deliveries.map(\.rule) == ["chores", "more"])
        #expect(alerts.first?.thread == "chore|https://o|d1" && alerts.first?.closesThread == true)
        #expect(alerts.first?.details == #"{"id":"d1"}"#)
        #expect(RuleSet(nil, targets: ["a"]).plan(change(.record(news))) == [])
        let other = Rule(name: "r", events: [.choreApproved], children: ["Bruno"])
        #expect(RuleSet([other], targets: ["a"]).plan(change(.record(news))) == [])
    }

    @Test("what somebody is told of ends with its end, though no rule names that")
    func ends() {
        let waiting = RuleSet([Rule(name: "r", events: [.choreWaiting])], targets: ["a"])
        for event in [AlertRow.Event.choreApproved, .choreRejected] {
            let news = RecordNews(
                event: event, identity: "d1", matter: .init("chore", "d1"), details: #"{"id":"d1"}"#)
            let alert = waiting.plan(change(.record(news))).first
            #expect(alert?.thread == "chore|https://o|d1" && alert?.closesThread == true && alert?.deliveries == [])
            #expect(RuleSet([Rule(name: "r")], targets: ["a"]).plan(change(.record(news))) == [])
        }
    }

    @Test("only what rules ask about is read with each scan")
    func reads() {
        #expect(RuleSet(nil, targets: ["a"]).records == [])
        let all = Rule(name: "r", events: Set(AlertRow.Event.allCases))
        #expect(RuleSet([all], targets: []).records == [.chore, .goal, .wish, .gift, .allowanceChange])
        let chores = Rule(name: "r", events: [.choreApproved, .allowanceMissing, .allowancePaid])
        #expect(RuleSet([chores], targets: []).records == [.chore])
    }
}
