import SQLite
import Store
import Testing
import Values

@Suite("Sums of days")
struct DaySumTests {
    /// 14 November 2023, and how many days that is since 1970.
    private static let (noon, day) = (Int64(1_699_963_200), 19_675)

    private static func row(
        _ number: Int, of child: ChildRow, at seconds: Int64 = noon, _ amount: String = "1.10",
        _ kind: TransactionRow.Kind = .debit, _ category: String = "Toys"
    ) -> TransactionRow {
        TransactionRow(
            server: child.server, id: .init(rawValue: "t\(number)"), child: child.id, amount: Decimal(amount)!,
            kind: kind, category: category, description: "", balanceAfter: Decimal("\(number).00")!,
            createdAt: Timestamp(seconds: seconds), createdBy: nil, notes: nil, position: number,
            firstSeenAt: Timestamp(seconds: seconds), source: .scan, isLate: false)
    }

    private static func child(in transaction: borrowing StoreTransaction) throws -> ChildRow {
        let server = try transaction.ensureServer(origin: "https://a.example")
        let child = ChildRow.sample(on: server.id)
        try transaction.upsert(child)
        return child
    }

    private static func sums(_ store: Store, _ child: ChildRow) async throws -> [String] {
        try await store.read { snapshot in
            try snapshot.daySums(of: child.id, on: child.server, in: day - 5..<day + 5).map {
                "\($0.day - day) \($0.category) +\($0.credits) \($0.income) -\($0.debits) \($0.spending)"
            }
        }
    }

    @Test("rows are counted by day in UTC and category, exactly, and once")
    func counted() async throws {
        let store = try await TestStore().open()
        let child = try await store.write { transaction in
            let child = try Self.child(in: transaction)
            for row in [
                Self.row(1, of: child), Self.row(2, of: child, "0.2"), Self.row(3, of: child, "5", .credit),
                Self.row(4, of: child, at: Self.noon + 43_199), Self.row(5, of: child, at: Self.noon + 43_200),
                Self.row(6, of: child, "7.00", .credit, "Gift"), Self.row(1, of: child, "99.00"),
            ] {
                _ = try transaction.insert(row)
            }
            return child
        }
        #expect(
            try await Self.sums(store, child) == [
                "0 Gift +1 7.00 -0 0", "0 Toys +1 5 -3 2.40", "1 Toys +0 0 -1 1.10",
            ])
        await store.close()
    }

    @Test("a row that the server describes differently is counted as it is now")
    func changed() async throws {
        let store = try await TestStore().open()
        let child = try await store.write { transaction in
            let child = try Self.child(in: transaction)
            _ = try transaction.insert(Self.row(1, of: child))
            _ = try transaction.insert(Self.row(2, of: child))
            try transaction.update(Self.row(1, of: child, at: Self.noon - 86_400, "3.00", .credit, "Gift"))
            return child
        }
        #expect(try await Self.sums(store, child) == ["-1 Gift +1 3.00 -0 0", "0 Toys +0 0 -1 1.10"])
        await store.close()
    }

    @Test("what an older version left uncounted is counted at the next start, and only then")
    func counting() async throws {
        let folder = try TestStore()
        let first = try await folder.open()
        let child = try await first.write { transaction in
            let child = try Self.child(in: transaction)
            for number in 1...300 {
                _ = try transaction.insert(Self.row(number, of: child, at: Self.noon + Int64(number % 3) * 86_400))
            }
            return child
        }
        let wanted = try await Self.sums(first, child)
        await first.close()
        let raw = try RawDatabase(folder.file)
        try raw.execute("DELETE FROM day; DELETE FROM meta WHERE key = 'days.counted'")
        let second = try await folder.open()
        #expect(try await Self.sums(second, child) == wanted)
        #expect(wanted.count == 3)
        await second.close()
        try raw.execute("UPDATE day SET debits = 0")
        let third = try await folder.open()
        #expect(try await Self.sums(third, child).allSatisfy { $0.contains("-0") })
        await third.close()
    }

    @Test("a row that could not be read is replaced, and its day counted anew")
    func unreadable() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        let child = try await store.write { transaction in
            let child = try Self.child(in: transaction)
            _ = try transaction.insert(Self.row(1, of: child))
            _ = try transaction.insert(Self.row(2, of: child))
            return child
        }
        await store.close()
        try RawDatabase(folder.file).execute("UPDATE txn SET amount = 'much' WHERE id = 't1'")
        let again = try await folder.open()
        try await again.write { try $0.update(Self.row(1, of: child, "2.00")) }
        #expect(try await Self.sums(again, child) == ["0 Toys +0 0 -2 3.10"])
        await again.close()
    }

    @Test("the balance at a moment is what the last row before it left")
    func balance() async throws {
        let store = try await TestStore().open()
        let child = try await store.write { transaction in
            let child = try Self.child(in: transaction)
            for number in 1...3 { _ = try transaction.insert(Self.row(number, of: child)) }
            _ = try transaction.insert(Self.row(9, of: child, at: Self.noon + 86_400))
            return child
        }
        let balances = try await store.read { snapshot in
            try [0, Self.day, Self.day + 1, Self.day + 2].map {
                try snapshot.balance(of: child.id, on: child.server, before: Timestamp(daysSince1970: $0))?.description
            }
        }
        #expect(balances == [nil, nil, "3.00", "9.00"])
        await store.close()
    }
}
