import SQLite
import Store
import Testing
import Values

@Suite("Alerts in the transaction that causes them", .timeLimit(.minutes(4)))
struct AlertInsertTests {
    @Test("an alert becomes one queued delivery for each target, with all that a message needs")
    func insert() async throws {
        let outbox = try await OutboxFixture()
        #expect(try await outbox.alert(1, to: ["chat", "house"]))
        let works = try await outbox.store.deliveries().compactMap(\.work)
        #expect(works.map(\.delivery.target) == ["house", "chat"])
        let work = try #require(works.last)
        #expect(work.delivery.state == .queued)
        #expect(work.delivery.dueAt == OutboxFixture.now)
        #expect(work.delivery.template == "{child}" && work.delivery.style == "{}")
        #expect(work.delivery.attempts == 0 && !work.delivery.isRepeat && work.delivery.body == nil)
        #expect(work.alert.event == .transaction)
        #expect(work.child == outbox.child)
        #expect(work.transaction == TransactionRow.sample(1, of: outbox.child))
        await outbox.store.close()
    }

    @Test("of several accounts a delivery names the one that reads the child's list, or was here first")
    func account() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        func named() async throws -> String? { try await outbox.store.deliveries().first?.work?.account }
        #expect(try await named() == nil)
        for name in ["mum", "dad"] {
            try await outbox.store.write { transaction in
                let server = try transaction.ensureServer(origin: "https://family.example")
                let account = try transaction.ensureAccount(named: name, on: server, at: OutboxFixture.now)
                try transaction.link(account, to: outbox.child.id)
            }
            #expect(try await named() == "mum")
        }
        // A child's login sees its brothers and sisters, and reads their lists no more than a stranger would.
        try await outbox.store.write { transaction in
            let dad = try #require(try transaction.account(named: "dad"))
            try transaction.setRead(outbox.child.id, by: dad.id, at: OutboxFixture.now)
        }
        #expect(try await named() == "dad")
        await outbox.store.close()
    }

    @Test("the same fact never alerts twice, whatever the rules have become")
    func idempotent() async throws {
        let outbox = try await OutboxFixture()
        #expect(try await outbox.alert(1, to: ["chat"]))
        #expect(try await !outbox.alert(1, to: ["chat", "house"]))
        #expect(try await outbox.store.deliveries().map { $0.work?.delivery.target } == ["chat"])
        let books = try await outbox.store.accounting()
        #expect(books.alerts == 1 && books.isBalanced)
        await outbox.store.close()
    }

    @Test("an alert that goes nowhere is counted all the same")
    func nowhere() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: [])
        let books = try await outbox.store.accounting()
        #expect(books.alerts == 1 && books.deliveries == 0 && books.isBalanced)
        await outbox.store.close()
    }

    @Test("nothing of it stays if the transaction fails")
    func rollback() async throws {
        struct Stop: Error {}
        let outbox = try await OutboxFixture()
        let child = outbox.child
        await #expect(throws: StoreError.self) {
            try await outbox.store.write { transaction in
                let row = TransactionRow.sample(7, of: child)
                _ = try transaction.insert(row)
                let change = FactChange(
                    kind: .transactionAdded(row), child: child, origin: "o", isLate: false, at: OutboxFixture.now)
                _ = try transaction.insert(
                    PlannedAlert(
                        key: AlertRow.Key(rawValue: "k"), event: .transaction, deliveries: [.init(target: "chat")]),
                    for: change)
                throw Stop()
            }
        }
        #expect(try await outbox.store.deliveries().isEmpty)
        #expect(try await outbox.store.accounting().alerts == 0)
        await outbox.store.close()
    }

    @Test("a low balance without a known cause has no transaction")
    func lowBalance() async throws {
        let outbox = try await OutboxFixture()
        let child = outbox.child
        try await outbox.store.write { transaction in
            let change = FactChange(
                kind: .balanceChanged(from: Decimal("10")!, to: Decimal("3.50")!, cause: nil), child: child,
                origin: "o", isLate: true, at: OutboxFixture.now)
            _ = try transaction.insert(
                PlannedAlert(
                    key: AlertRow.Key(rawValue: "low|1"), event: .balanceLow, rule: "low", threshold: Decimal("5.00")!,
                    balance: Decimal("3.50")!, deliveries: [.init(target: "chat", rule: "low")]),
                for: change)
        }
        let work = try #require(try await outbox.store.deliveries().first?.work)
        #expect(work.transaction == nil && work.alert.isLate)
        #expect(work.alert.threshold?.description == "5.00" && work.alert.balance?.description == "3.50")
        await outbox.store.close()
    }
}
