import Store
import Testing
import Values

@testable import Relay

@Suite("Rules")
struct RuleSetTests {
    private let child = ChildRow(
        server: ServerRow.ID(rawValue: 1), id: .init(rawValue: "C1"), firstName: "Alice", lastName: "Reed",
        balance: Decimal("10")!, seenAt: Timestamp(seconds: 0))

    private func spent(_ amount: String) -> FactChange {
        let row = TransactionRow(
            server: child.server, id: .init(rawValue: "T1"), child: child.id, amount: Decimal(amount)!, kind: .debit,
            category: "Toys", description: "Kite", balanceAfter: Decimal("3")!, createdAt: Timestamp(seconds: 9),
            position: 1, firstSeenAt: Timestamp(seconds: 10), source: .scan, isLate: false)
        return change(.transactionAdded(row))
    }

    private func moved(_ old: String, _ new: String, cause: String? = "T1") -> FactChange {
        change(
            .balanceChanged(
                from: Decimal(old)!, to: Decimal(new)!, cause: cause.map { TransactionRow.ID(rawValue: $0) }))
    }

    private func change(_ kind: FactChange.Kind) -> FactChange {
        FactChange(kind: kind, child: child, origin: "https://o", isLate: false, at: Timestamp(seconds: 20))
    }

    private func withdrawn(_ amount: String) -> FactChange {
        guard case .transactionAdded(let row) = spent(amount).kind else { return spent(amount) }
        return change(.transactionWithdrawn(row))
    }

    @Test(
        "that a transaction is withdrawn is told where a rule asks for it, with the balance of now, and else is no alert"
    )
    func withdrawal() {
        #expect(RuleSet(nil, targets: ["a"]).plan(withdrawn("1")).isEmpty)
        #expect(RuleSet([], targets: ["a"]).plan(withdrawn("1")).isEmpty)
        let rule = Rule(name: "r", events: [.transaction, .withdrawn], minimum: Decimal("2"))
        let alerts = RuleSet([rule], targets: ["a", "b"]).plan(withdrawn("2"))
        #expect(alerts.map(\.key.rawValue) == ["gone|https://o|t1"] && alerts[0].event == .withdrawn)
        #expect(alerts[0].balance == child.balance && alerts[0].deliveries.map(\.target) == ["a", "b"])
        #expect(RuleSet([rule], targets: ["a"]).plan(withdrawn("1.99")).isEmpty)
        let other = Rule(name: "r", events: [.withdrawn], children: ["Zoe"])
        #expect(RuleSet([other], targets: ["a"]).plan(withdrawn("2")).isEmpty)
        #expect(RuleSet([Rule(name: "r", events: [.withdrawn])], targets: ["a"]).plan(spent("2"))[0].deliveries.isEmpty)
    }

    @Test("another transaction under a known id has a key of its own")
    func replaced() {
        guard case .transactionAdded(let row) = spent("1").kind else { return }
        let alerts = RuleSet(nil, targets: ["a"]).plan(change(.transactionReplaced(row)))
        #expect(alerts.map(\.key.rawValue) == ["new|https://o|t1|9"] && alerts[0].event == .transaction)
        #expect(alerts[0].deliveries.map(\.target) == ["a"])
    }

    @Test("without rules every transaction goes to every target")
    func everything() {
        let alerts = RuleSet(nil, targets: ["a", "b"]).plan(spent("1"))
        #expect(alerts.map(\.key.rawValue) == ["new|https://o|t1"])
        #expect(alerts.first?.deliveries.map(\.target) == ["a", "b"])
        #expect(alerts.first?.deliveries.map(\.rule) == ["everything", "everything"])
        #expect(RuleSet(nil, targets: ["a"]).plan(moved("10", "1")).isEmpty)
    }

    @Test("with an empty list of rules there is an alert, and nobody to tell it")
    func noRules() throws {
        #expect(RuleSet([], targets: ["a", "b"]).plan(spent("1")).map(\.deliveries.count) == [0])
    }

    @Test("a transaction that no rule wants is an alert all the same, to nobody")
    func nobody() {
        let alerts = RuleSet([Rule(name: "r", events: [.balanceLow], below: Decimal("5"))], targets: ["a"])
            .plan(spent("1"))
        #expect(alerts.count == 1 && alerts[0].deliveries.isEmpty && alerts[0].event == .transaction)
    }

    @Test(
        "children are named by first name, full name or id, in any case",
        arguments: [
            ("alice", true), ("ALICE REED", true), ("c1", true), ("Reed", false), ("Bob", false), ("", false),
        ])
    func children(_ name: String, _ isCovered: Bool) {
        let rule = Rule(name: "r", children: ["Zoe", name])
        #expect(RuleSet([rule], targets: ["a"]).plan(spent("1"))[0].deliveries.isEmpty == !isCovered)
    }

    @Test(
        "the minimum is about the amount, exactly",
        arguments: [("4.99", false), ("5", true), ("5.00", true), ("-5.01", true), ("100000000000000000000.01", true)])
    func minimum(_ amount: String, _ isTold: Bool) {
        let rules = RuleSet([Rule(name: "r", minimum: Decimal("5.00"))], targets: ["a"])
        #expect(rules.plan(spent(amount))[0].deliveries.isEmpty == !isTold)
    }

    @Test("of several rules for one target the first one's words count")
    func firstRuleWins() {
        let rules = RuleSet(
            [
                Rule(name: "one", targets: ["a", "a"], template: "1"),
                Rule(name: "two", targets: ["b", "a"], template: "2"),
            ], targets: ["a", "b", "c"])
        #expect(
            rules.plan(spent("1"))[0].deliveries == [
                PlannedDelivery(target: "a", rule: "one", template: "1"),
                PlannedDelivery(target: "b", rule: "two", template: "2"),
            ])
    }

    @Test(
        "a low balance is told when it falls below the threshold, and not while it stays there",
        arguments: [
            ("10", "4.99", true), ("5", "4.99", true), ("5.00", "5", false), ("10", "5", false), ("4.99", "3", false),
            ("3", "4", false), ("3", "10", false), ("10", "-2", true),
        ])
    func low(_ old: String, _ new: String, _ isTold: Bool) {
        let rules = RuleSet([Rule(name: "low", events: [.balanceLow], below: Decimal("5.00"))], targets: ["a"])
        let alerts = rules.plan(moved(old, new)).filter { $0.event == .balanceLow }
        #expect(alerts.isEmpty == !isTold)
        guard let alert = alerts.first else { return }
        #expect(alert.key.rawValue == "low|https://o|c1|low|t1")
        #expect(alert.threshold == Decimal("5") && alert.balance == Decimal(new) && alert.rule == "low")
    }

    @Test("a problem of the program goes to those whom a rule names, else to all, and never through what is in trouble")
    func problems() {
        func told(_ rules: [Rule]?, _ event: AlertRow.Event, besides troubled: String? = nil) -> [String] {
            RuleSet(rules, targets: ["a", "b", "c"]).deliveries(
                of: event, besides: troubled, at: Timestamp(seconds: 20)
            ).map(
                \.target)
        }
        let money = Rule(name: "money", targets: ["a"])
        let login = Rule(name: "login", events: [.signInNeeded], targets: ["b"], template: "{description}!")
        let more = Rule(name: "more", events: [.signInNeeded, .transaction], targets: ["b", "c"])
        for event in AlertRow.Event.allCases where event.isProblem {
            #expect(told(nil, event) == ["a", "b", "c"] && told([money], event, besides: "b") == ["a", "c"])
            #expect(told([], event) == [], "nobody is to be told anything")
        }
        #expect(told([money, login, more], .signInNeeded) == ["b", "c"])
        #expect(told([money, login], .targetSuspended) == ["a", "b", "c"])
        #expect(told([money, login], .signInNeeded, besides: "b") == ["a", "c"], "better another one than nobody")
        let delivery = RuleSet([login], targets: ["a", "b"]).deliveries(
            of: .signInNeeded, besides: nil, at: Timestamp(seconds: 20)
        ).first
        #expect(delivery?.rule == "login" && delivery?.template == "{description}!")
    }

    @Test("without a cause the moment tells one fall from the next, and each rule has an alert of its own")
    func lowKeys() {
        let rules = RuleSet(
            [
                Rule(name: "x", events: [.balanceLow], below: Decimal("5")),
                Rule(name: "y", events: [.balanceLow], below: Decimal("9")),
            ], targets: ["a"])
        #expect(
            rules.plan(moved("10", "1", cause: nil)).map(\.key.rawValue) == [
                "low|https://o|c1|x|at 1970-01-01T00:00:20Z", "low|https://o|c1|y|at 1970-01-01T00:00:20Z",
            ])
    }
}
