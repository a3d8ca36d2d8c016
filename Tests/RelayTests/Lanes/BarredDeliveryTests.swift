import JSON
import Store
import Testing
import Values

@testable import Relay

/// What was planned before a target became a child's, or hid something.
@Suite("Other readers than those for whom it was planned", Receiver.trait, .timeLimit(.minutes(1)))
struct BarredDeliveryTests {
    private let receiver = Receiver.shared
    private static var night: Timestamp { RelayClock.system.now().advanced(by: .seconds(-8 * 3_600)) }

    /// Everything to this target, which is this child's.
    private func rules(_ name: String, of child: String) -> RuleSet {
        RuleSet(nil, targets: [name], people: [Person(targets: [name], child: child)])
    }

    private func webhook(_ name: String, hiding hidden: Set<HiddenFact>) -> TargetConfiguration {
        var target = TargetConfiguration.webhook(name)
        target.hides = hidden
        return target
    }

    /// Alice's brother spends something, and the target is to be told.
    private func tellOfBruno(_ number: Int, to name: String, in relay: RelayFixture, at now: Timestamp) async throws {
        let bruno = ChildRow(
            server: relay.child.server, id: .init(rawValue: "c2"), firstName: "Bruno", lastName: "Reed",
            balance: Decimal("5")!, seenAt: Timestamp(seconds: 1_700_000_000))
        let row = TransactionRow(
            server: bruno.server, id: .init(rawValue: "b\(number)"), child: bruno.id, amount: Decimal("2")!,
            kind: .debit, category: "Toys", description: "Marbles", balanceAfter: Decimal("5")!,
            createdAt: Timestamp(seconds: 1_700_000_000), position: number,
            firstSeenAt: Timestamp(seconds: 1_700_000_100), source: .hint, isLate: false)
        let change = FactChange(
            kind: .transactionAdded(row), child: bruno, origin: RelayFixture.origin, isLate: false, at: now)
        let alerts = RuleSet(nil, targets: [name]).plan(change)
        try await relay.store.write { transaction in
            try transaction.upsert(bruno)
            _ = try transaction.insert(row)
            for alert in alerts { _ = try transaction.insert(alert, for: change) }
        }
    }

    @Test("what waits, or is sent again by a person, is asked about by those who read the target now")
    func waiting() async throws {
        let relay = try await RelayFixture()
        let name = "barred-waiting"
        try await receiver.script(name, ["status": 503], ["status": 200])
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.alert(1...2, to: [name])
            try await relay.wait { $0.first?.attempts == 1 && $0.first?.state == .queued }
            try await tellOfBruno(1, to: name, in: relay, at: RelayClock.system.now())
            await running.take(try running.targets([.webhook(name)], rules: rules(name, of: "Bruno")))
            try await relay.wait { $0.map(\.state) == [.skipped, .skipped, .delivered] }
            let retried = try await relay.store.handle(.retry, [.init(rawValue: 2)], now: RelayClock.system.now())
            #expect(retried.done.count == 1)
            await running.tryAgain(target: name)
            try await relay.wait { $0[1].state == .skipped }
        }
        let told = try await relay.deliveries()
        #expect(told.prefix(2).allSatisfy { $0.reason == .barred })
        #expect(told[0].detail == "its target is a child's by now, and it is about another child")
        #expect(try await relay.attempts(1).count == 1)
        #expect(try await relay.attempts(2).isEmpty)
        let children = try await receiver.seen(name).map { $0.json?["data"]?["child"]?["name"]?.string }
        #expect(children == ["Alice Reed", "Bruno Reed"], "the first one before the reload")
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test("what was handed over by a commit that knew no better is not sent either; the child's own is")
    func handedOver() async throws {
        let relay = try await RelayFixture()
        let (alice, bruno) = ("barred-alice", "barred-bruno")
        for name in [alice, bruno] { try await receiver.script(name, ["status": 200]) }
        let people = [Person(targets: [alice], child: "Alice"), Person(targets: [bruno], child: "Bruno")]
        let today = RuleSet(nil, targets: [alice, bruno], people: people)
        try await relay.withRelay([.webhook(alice), .webhook(bruno)], rules: today) { running in
            for number in 1...3 {
                try await relay.alert(number...number, to: [alice, bruno], through: running)
                try await relay.wait { rows in
                    rows.count == number * 2
                        && rows.allSatisfy { $0.state == ($0.target == alice ? .delivered : .skipped) }
                }
            }
        }
        #expect(try await receiver.seen(bruno).isEmpty)
        #expect(try await receiver.seen(alice).count == 3)
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test("a digest that was tried is told without what its reader may not know by now")
    func digest() async throws {
        let relay = try await RelayFixture()
        let name = "barred-digest"
        try await receiver.script(name, ["status": 503], ["status": 200])
        try await relay.alert(1...24, to: [name], at: Self.night)
        try await tellOfBruno(1, to: name, in: relay, at: Self.night)
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.wait { $0.count == 25 && $0.allSatisfy { $0.attempts == 1 && $0.state == .queued } }
            await running.take(try running.targets([.webhook(name)], rules: rules(name, of: "Alice")))
            try await relay.wait { rows in
                rows.prefix(24).allSatisfy { $0.state == .delivered } && rows[24].state == .skipped
            }
        }
        let seen = try await receiver.seen(name)
        #expect(seen.map { $0.json?["data"]?["count"] } == [25, 24])
        #expect(seen.map { $0.body.contains(text: "Marbles") } == [true, false])
        await relay.end()
    }

    @Test("a pure answer: of which deliveries those who read the target may not know, and why")
    func value() async throws {
        let relay = try await RelayFixture()
        try await relay.alert(1...1, to: ["phone"])
        let works = try await relay.store.deliveries(matching: DeliveryFilter(limit: 10)).compactMap(\.work)
        let now = RelayClock.system.now()
        let barred = { (child: String?) in
            Audience(of: "phone", among: [Person(targets: ["phone"], child: child)]).barred(works, in: [], at: now)
        }
        #expect(works.count == 1)
        #expect(barred(nil).isEmpty && barred("alice").isEmpty)
        #expect(barred("Bruno") == [BarredDelivery(number: .init(rawValue: 1), reason: .otherChild)])
        #expect(Audience.parents.barred(works, in: [], at: now).isEmpty)
        await relay.end()
    }

    @Test(
        "what is hidden by now is not repeated as it was put into words before, after a reload and after a start",
        arguments: [false, true])
    func hidden(isStart: Bool) async throws {
        let relay = try await RelayFixture()
        let name = "hidden-since-\(isStart)"
        try await receiver.script(name, ["status": 503], ["status": 200])
        let hiding = webhook(name, hiding: [.amounts, .descriptions])
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.attempts == 1 && $0.first?.state == .queued }
            guard !isStart else { return }
            await running.take(try running.targets([hiding]))
            try await relay.wait { $0[0].state == .delivered }
        }
        if isStart {
            try await relay.withRelay([hiding]) { _ in try await relay.wait { $0[0].state == .delivered } }
        }
        let bodies = try await receiver.seen(name).map(\.body)
        for word in ["Kite", "12.50", "37.50"] {
            #expect(bodies.map { $0.contains(text: word) } == [true, false], "\(word)")
        }
        await relay.end()
    }

    @Test(
        "where it hides what it hid before, or less, a reload repeats the bytes as they were", arguments: [true, false])
    func asBefore(isSame: Bool) async throws {
        let relay = try await RelayFixture()
        let name = "hidden-before-\(isSame)"
        try await receiver.script(name, ["status": 503], ["status": 200])
        let (hiding, later) = (webhook(name, hiding: [.amounts]), webhook(name, hiding: isSame ? [.amounts] : []))
        try await relay.withRelay([hiding], backoff: .long) { running in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.attempts == 1 && $0.first?.state == .queued }
            // Whoever put it into words anew would say this.
            let child = ChildRow(
                server: relay.child.server, id: relay.child.id, firstName: "Alicia", lastName: "Reed",
                balance: relay.child.balance, seenAt: relay.child.seenAt)
            try await relay.store.write { try $0.upsert(child) }
            await running.take(try running.targets([later]))
            try await relay.wait { $0[0].state == .delivered }
        }
        let bodies = try await receiver.seen(name).map(\.body)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
        await relay.end()
    }
}
