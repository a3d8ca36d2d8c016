import SQLite
import Store
import Testing
import Values

@Suite("How far behind the store is", .timeLimit(.minutes(4)))
struct StoreStandingTests {
    private static func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_700_000_000 + seconds) }

    /// A store with an account that sees two children.
    private func store(_ folder: TestStore) async throws -> (Store, AccountRow, [ChildRow]) {
        let store = try await folder.open()
        let (account, children) = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://a.example")
            let account = try transaction.ensureAccount(named: "mum", on: server, at: Self.at(0))
            let children = ["a1", "b2"].map { id in
                ChildRow(
                    server: server.id, id: .init(rawValue: id), firstName: id, lastName: "", balance: .zero,
                    seenAt: Self.at(0))
            }
            for child in children {
                try transaction.upsert(child)
                try transaction.link(account, to: child.id)
            }
            return (account, children)
        }
        return (store, account, children)
    }

    @Test("a store that has taken in nothing is behind with nothing")
    func empty() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        let standing = try await store.read { try $0.standing() }
        #expect(standing.oldestHint == nil && standing.oldestIntent == nil)
        #expect(standing.scans == [] && standing.lastFacts == [:])
        await store.close()
    }

    @Test("the oldest announcement is the oldest that is open, of any account")
    func oldestHint() async throws {
        let folder = try TestStore()
        let (store, account, _) = try await store(folder)
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://a.example")
            let other = try transaction.ensureAccount(named: "dad", on: server, at: Self.at(0))
            for (second, state) in [(1, "reported"), (3, "resolved"), (6, "open"), (7, "open")] {
                try transaction.run(Self.hint, account.id, Self.at(Int64(second)), state)
            }
            try transaction.run(Self.hint, other.id, Self.at(5), "open")
        }
        #expect(try await store.read { try $0.standing() }.oldestHint == Self.at(5))
        await store.close()
    }

    private static let hint = Update<AccountRow.ID, Timestamp, String>(
        "test.hint", "INSERT INTO hint (account, target, received_at, state) VALUES (?1, 'x', ?2, ?3)")
    private static let read = Update<AccountRow.ID, String, Timestamp>(
        "test.read", "UPDATE account_child SET read_at = ?3 WHERE account = ?1 AND child = ?2")

    @Test("a child has been scanned when a scan has ended that had its list in it; one that was listed since has not")
    func scans() async throws {
        let folder = try TestStore()
        let (store, account, children) = try await store(folder)
        #expect(try await store.read { try $0.standing() }.scans.map(\.at) == [nil, nil])
        try await store.write { transaction in
            try transaction.run(Self.read, account.id, "a1", Self.at(10))
            try transaction.finishScan(of: account.id, startedAt: Self.at(10), finishedAt: Self.at(20))
        }
        #expect(try await store.read { try $0.standing() }.scans.map(\.at) == [Self.at(20), nil])
        // The clock is set back by two hours, and the next scan reads the list again.
        try await store.write { transaction in
            try transaction.setRead(children[0].id, by: account.id, at: Self.at(-7_190))
            try transaction.finishScan(of: account.id, startedAt: Self.at(20), finishedAt: Self.at(-7_180))
        }
        #expect(try await store.read { try $0.standing() }.scans.map(\.at) == [Self.at(-7_180), nil])
        try await store.write { transaction in
            try transaction.setRead(children[0].id, by: account.id, at: Self.at(10))
            try transaction.finishScan(of: account.id, startedAt: Self.at(10), finishedAt: Self.at(20))
        }
        try await store.write { transaction in
            try transaction.run(Self.read, account.id, "b2", Self.at(30))
            try transaction.failScan(of: account.id, reason: "unavailable")
        }
        #expect(try await store.read { try $0.standing() }.scans.map(\.at) == [Self.at(20), nil])
        try await store.write { transaction in
            try transaction.finishScan(of: account.id, startedAt: Self.at(31), finishedAt: Self.at(32))
        }
        #expect(try await store.read { try $0.standing() }.scans.map(\.at) == [Self.at(32), Self.at(32)])
        try await store.write { transaction in _ = try transaction.unlink(account, from: children[0].id) }
        #expect(try await store.read { try $0.standing() }.scans.map(\.child.rawValue) == ["b2"])
        await store.close()
    }

    @Test("only the last hundred transactions say how facts are learned of")
    func lastFacts() async throws {
        let folder = try TestStore()
        let (store, _, children) = try await store(folder)
        try await store.write { transaction in
            for number in 1...130 {
                let source: TransactionRow.Source = number <= 50 ? .baseline : number <= 120 ? .hint : .scan
                let row = TransactionRow(
                    server: children[0].server, id: .init(rawValue: "t\(number)"), child: children[0].id,
                    amount: .zero, kind: .credit, category: "Gift", description: "", balanceAfter: .zero,
                    createdAt: Self.at(0), position: number, firstSeenAt: Self.at(0), source: source, isLate: false)
                _ = try transaction.insert(row)
            }
        }
        #expect(try await store.read { try $0.standing() }.lastFacts == [.baseline: 20, .hint: 70, .scan: 10])
        await store.close()
    }
}
