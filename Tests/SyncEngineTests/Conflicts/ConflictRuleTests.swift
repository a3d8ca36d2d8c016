import AllowanceAPI
import Store
import SyncEngine
import Testing

/// Every strategy with every way in which three values can be alike, and what of it becomes of an order.
@Suite("Rules for conflicts")
struct ConflictRuleTests {
    private typealias Finding = ConflictRow.Rule.Finding

    @Test("every rule with every equality of base, ours and the server's", arguments: ConflictRow.Rule.allCases)
    func cells(rule: ConflictRow.Rule) {
        #expect(rule.resolve(base: 1, local: 1, server: 1) == .same)
        #expect(rule.resolve(base: 1, local: 2, server: 2) == .same, "both have changed it to the same")
        #expect(rule.resolve(base: 1, local: 2, server: 1) == .untouched, "only ours")
        let (onlyServer, both) = (
            rule.resolve(base: 1, local: 1, server: 2), rule.resolve(base: 1, local: 2, server: 3)
        )
        switch rule {
        case .server: #expect(onlyServer == .server && both == .server)
        case .client: #expect(onlyServer == .client && both == .client)
        case .merge: #expect(onlyServer == .server && both == .manual)
        case .manual: #expect(onlyServer == .manual && both == .manual)
        }
    }

    @Test("a field's own word comes before its kind's, both before the declaration; nothing overrules the server's own")
    func rules() {
        let rules = ConflictRules([
            "goal": .client, "goal.name": .manual, "wish.price": .server, "savings": .client, "chore": .client,
        ])
        #expect(rules.rule(of: .goal, "name") == .manual && rules.rule(of: .goal, "target") == .client)
        #expect(rules.rule(of: .goal, OrderContest.removal) == .client)
        #expect(rules.rule(of: .wish, "price") == .server && rules.rule(of: .wish, "name") == .merge)
        #expect(rules.rule(of: .savings, "balance") == .server && rules.rule(of: .chore, "title") == .server)
        for kind in RecordRow.Kind.allCases {
            let isOpen = [.goal, .wish, .settings, .completion].contains(kind)
            #expect(ConflictRules().rule(of: kind, "x") == (isOpen ? .merge : .server), "\(kind)")
        }
    }

    @Test("every field that an order can contest has a name")
    func names() {
        let names = ConflictRules.names
        #expect(Set(names).count == names.count)
        for deed in RecordOrder.Deed.allCases {
            for field in OrderComparison(deed.form).contestable {
                #expect(names.contains("\(deed.kind.rawValue).\(field)"), "\(deed)")
            }
        }
        #expect(names.contains("goal.removal") && names.contains("settings.weeklyAllowance"))
        #expect(!names.contains("settings.nextAllowanceAt") && !names.contains("goal.saved"))
    }

    // MARK: Orders

    private static let price = OrderContest("price", base: #""1.00""#, local: #""2.00""#, server: #""3.00""#)
    /// Ordered as it was: only the server's side has changed it.
    private static let name = OrderContest("name", base: #""a""#, local: #""a""#, server: #""b""#)
    private static let order = RecordOrder(
        .editWish, record: RecordRow.ID(rawValue: "w"), owner: "c",
        payload: #"{"name":"a","price":"2.00","notes":"n"}"#,
        base: #"{"name":"a","price":"1.00","notes":null}"#, title: "a")

    private func decide(
        _ contests: [OrderContest], _ rules: [String: ConflictRow.Rule] = [:], _ order: RecordOrder = order
    ) -> ConflictDecision {
        ConflictDecision(contests, of: order, by: ConflictRules(rules))
    }

    @Test("where one field needs a person the order waits, and nothing is said of the others yet")
    func ask() {
        let decision = decide([Self.name, Self.price])
        #expect(decision.next == .ask)
        #expect(decision.decided == [.init(contest: Self.price, rule: .merge, result: nil)])
    }

    @Test(
        "what only the server's side has changed is left out, the rest is sent, and the new values are taken for granted"
    )
    func merge() {
        let decision = decide([Self.name])
        #expect(decision.decided == [.init(contest: Self.name, rule: .merge, result: .server)])
        guard case .send(let order) = decision.next else {
            Issue.record("\(decision.next)")
            return
        }
        #expect(order.payload == #"{"price":"2.00","notes":"n"}"# && order.base?.contains(#""name":"b""#) == true)
        #expect(order.title == "a" && order.deed == .editWish && order.owner == "c")
    }

    @Test("ours is sent over what is there, and only a later change is another conflict")
    func client() {
        let decision = decide([Self.price], ["wish": .client])
        #expect(decision.decided == [.init(contest: Self.price, rule: .client, result: .client)])
        guard case .send(let order) = decision.next else {
            Issue.record("\(decision.next)")
            return
        }
        #expect(order.payload == Self.order.payload && order.base == #"{"name":"a","price":"3.00","notes":null}"#)
    }

    @Test("an order of which nothing is left ends")
    func server() {
        let bare = Self.order.saying(#"{"price":"2.00"}"#, base: #"{"price":"1.00"}"#)
        #expect(decide([Self.price], ["wish.price": .server], bare).next == .end)
        let removal = OrderContest(OrderContest.removal, base: #"{"name":"a"}"#, local: nil, server: #"{"name":"b"}"#)
        let remove = RecordOrder(
            .removeWish, record: RecordRow.ID(rawValue: "w"), owner: "c", payload: "{}", base: #"{"name":"a"}"#,
            title: "a")
        #expect(decide([removal], [:], remove).next == .ask)
        #expect(decide([removal], ["wish.removal": .server], remove).next == .end)
        #expect(
            decide([removal], ["wish.removal": .client], remove).next
                == .send(remove.saying("{}", base: #"{"name":"b"}"#)))
    }

    @Test("what both sides want is no conflict")
    func same() {
        let both = OrderContest("price", base: #""1.00""#, local: #""2.00""#, server: #""2.00""#)
        let decision = decide([both])
        #expect(decision.decided == [] && decision.next != .ask && decision.next != .end)
    }
}
