import Store
import Testing
import Values

@Suite("What explains an alert", .timeLimit(.minutes(4)))
struct AlertHistoryTests {
    private func plan(_ number: Int, in outbox: OutboxFixture) async throws {
        let child = outbox.child
        try await outbox.store.write { transaction in
            let row = TransactionRow.sample(number, of: child)
            _ = try transaction.insert(row)
            var planned = PlannedAlert(
                key: .init(rawValue: "new|o|\(row.id.rawValue)"), event: .transaction,
                deliveries: [PlannedDelivery(target: "chat", rule: "money")])
            planned.dropped = [
                DroppedDelivery(target: "tablet", rule: "money", reason: .otherChild),
                DroppedDelivery(target: "tablet", rule: "more", reason: .otherChild),
            ]
            let change = FactChange(
                kind: .transactionAdded(row), child: child, origin: "o", isLate: false, at: OutboxFixture.now)
            _ = try transaction.insert(planned, for: change)
        }
    }

    @Test("whom a rule may not tell is kept with the reason, makes no delivery, and cannot be sent by a slip")
    func dropped() async throws {
        let outbox = try await OutboxFixture()
        try await plan(1, in: outbox)
        let row = TransactionRow.sample(1, of: outbox.child)
        let matter = try await Explaining(outbox.store).matter(of: row)
        let history = try #require(matter.alerts.first)
        #expect(history.dropped == [DroppedDelivery(target: "tablet", rule: "money", reason: .otherChild)])
        #expect(history.deliveries.map { $0.delivery.work?.delivery.target } == ["chat"])
        #expect(try await outbox.store.accounting().isBalanced)
        #expect(history.transaction?.id == row.id && history.child == outbox.child && history.seen == nil)
        let same = try #require(try await Explaining(outbox.store).matter(ofAlert: history.alert.key))
        #expect(same.alerts.map(\.alert) == [history.alert] && same.transaction?.id == row.id)
        #expect(try await Explaining(outbox.store).matter(ofAlert: .init(rawValue: "none")) == nil)
        await outbox.store.close()
    }

    @Test("a transaction is found by how its id begins, a record by what is in its alerts' keys")
    func found() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...2 { try await plan(number, in: outbox) }
        let id = TransactionRow.sample(1, of: outbox.child).id.rawValue
        #expect(try await Explaining(outbox.store).transactions(startingWith: id).contains { $0.id.rawValue == id })
        #expect(try await Explaining(outbox.store).transactions(startingWith: "zz").isEmpty)
        #expect(try await Explaining(outbox.store).alerts(ofRecord: id).count >= 1)
        #expect(try await Explaining(outbox.store).alerts(ofRecord: "%").isEmpty)
        await outbox.store.close()
    }

    @Test("a hub's message that named it is told with its account and its time")
    func heard() async throws {
        let outbox = try await OutboxFixture()
        try await plan(1, in: outbox)
        let row = TransactionRow.sample(1, of: outbox.child)
        try await outbox.store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://family.example")
            let account = try transaction.ensureAccount(named: "mum", on: server, at: OutboxFixture.now)
            let hint = try transaction.openHint(
                account: account.id, target: "TransactionCreated", child: outbox.child.id, transaction: row.id,
                journal: nil,
                at: OutboxFixture.now)
            try transaction.settle(hint, as: .resolved, at: OutboxFixture.later(1))
        }
        let heard = try await Explaining(outbox.store).matter(of: row).hints
        #expect(heard.map(\.account) == ["mum"] && heard.map(\.hint.receivedAt) == [OutboxFixture.now])
        #expect(heard[0].hint.state == .resolved)
        await outbox.store.close()
    }
}
