import SQLite
import Testing
import Values

@testable import Store

@Suite("What is not told while something else is wrong", .timeLimit(.minutes(4)))
struct InhibitionTests {
    private static let timing = DeliveryTiming(unless: [.balanceUnexplained, .diskFull])

    /// A child that the account mum sees; dad's is another server.
    private func outbox() async throws -> OutboxFixture {
        let outbox = try await OutboxFixture()
        let child = outbox.child
        try await outbox.store.write { transaction in
            let other = try transaction.ensureServer(origin: "https://other.example")
            let own = try transaction.ensureServer(origin: "https://family.example")
            let mum = try transaction.ensureAccount(named: "mum", on: own, at: OutboxFixture.now)
            _ = try transaction.ensureAccount(named: "dad", on: other, at: OutboxFixture.now)
            try transaction.link(mum, to: child.id)
        }
        return outbox
    }

    private func tell(
        _ outbox: OutboxFixture, _ event: AlertRow.Event, of subject: String, isOver: Bool = false,
        at seconds: Int64 = 0
    ) async throws {
        let notice = AlertRow.Notice(subject: subject, sentence: "s", since: OutboxFixture.now, isOver: isOver)
        try await outbox.store.writeAlerts {
            ((), try $0.tell(notice, as: event, to: [], at: OutboxFixture.later(seconds)) ?? [])
        }
    }

    @Test(
        "it is skipped with a record while the problem is open for its account, or for the whole program, and told after"
    )
    func inhibited() async throws {
        for (event, subject, isInhibited) in [
            (AlertRow.Event.balanceUnexplained, "mum", true), (.balanceUnexplained, "dad", false),
            (.diskFull, "", true),
            (.connectionLost, "mum", false),
        ] {
            let outbox = try await outbox()
            try await tell(outbox, event, of: subject)
            let door = LaneDoor(limit: 4, body: nil)
            door.open {}
            try await outbox.alert(1, to: ["phone"], door: door, timing: Self.timing)
            let delivery = try await outbox.delivery(1)
            #expect((delivery.state == .skipped) == isInhibited)
            #expect(delivery.reason == (isInhibited ? .inhibited : nil))
            #expect(door.take().count == (isInhibited ? 0 : 1), "what is skipped is not born marked")
            if isInhibited {
                #expect(delivery.detail?.hasPrefix(event.rawValue) == true)
                #expect(try await outbox.order(.retry, 1) == nil, "a person may want it all the same")
                #expect(try await outbox.delivery(1).state == .queued)
                try await tell(outbox, event, of: subject, isOver: true, at: 5)
                try await outbox.alert(2, to: ["phone"], timing: Self.timing)
                #expect(try await outbox.delivery(2).state == .queued)
            }
            #expect(try await outbox.store.accounting().isBalanced)
            await outbox.store.close()
        }
    }

    @Test("who is told of one alert of a fact is not told of the other, unless the first was left out: then of that")
    func givesWay() async throws {
        for isOpen in [false, true] {
            let outbox = try await outbox()
            if isOpen { try await tell(outbox, .diskFull, of: "") }
            let child = outbox.child
            try await outbox.store.write { transaction in
                let row = TransactionRow.sample(1, of: child)
                _ = try transaction.insert(row)
                let change = FactChange(
                    kind: .transactionAdded(row), child: child, origin: "https://family.example", isLate: false,
                    at: OutboxFixture.now)
                var (first, other) = (PlannedDelivery(target: "phone"), PlannedDelivery(target: "phone"))
                first.timing = Self.timing
                let paid = PlannedAlert(key: .init(rawValue: "paid|1"), event: .allowancePaid, deliveries: [first])
                other.givesWayTo = paid.key
                let new = PlannedAlert(
                    key: .init(rawValue: "new|1"), event: .transaction,
                    deliveries: [other, PlannedDelivery(target: "tablet")])
                for alert in [paid, new] { _ = try transaction.insert(alert, for: change) }
            }
            let told = try await outbox.store.deliveries().reversed().compactMap(\.work?.delivery).map {
                "\($0.alert.rawValue) \($0.target) \($0.state.rawValue)"
            }
            #expect(
                told
                    == (isOpen
                        ? ["paid|1 phone skipped", "new|1 phone queued", "new|1 tablet queued"]
                        : ["paid|1 phone queued", "new|1 tablet queued"]))
            await outbox.store.close()
        }
    }

    @Test("a rule that names no problem is told, and so is nothing followed of what is skipped")
    func others() async throws {
        let outbox = try await outbox()
        try await tell(outbox, .balanceUnexplained, of: "mum")
        try await outbox.alert(1, to: ["phone"])
        #expect(try await outbox.delivery(1).state == .queued)
        var timing = Self.timing
        timing.ladder = [DeliveryTiming.Rung(after: .seconds(60), targets: ["dad"])]
        timing.again = DeliveryTiming.Again(every: .seconds(60), times: 2)
        try await outbox.alert(2, to: ["phone"], timing: timing)
        #expect(try await outbox.store.read { try $0.nextFollowUp() } == nil)
        await outbox.store.close()
    }
}
