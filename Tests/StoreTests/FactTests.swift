import SQLite
import Store
import Testing
import Values

@Suite("Facts")
struct FactTests {
    @Test("what was written is there after the file was opened again, to the digit")
    func reopened() async throws {
        let folder = try TestStore()
        let first = try await folder.open()
        let (child, row) = try await first.write { transaction in
            let server = try transaction.ensureServer(origin: "https://a.example")
            let account = try transaction.ensureAccount(named: "mum", on: server, at: Timestamp(seconds: 1))
            let child = ChildRow.sample(on: server.id, balance: "37.500")
            try transaction.upsert(child)
            try transaction.link(account, to: child.id)
            let row = TransactionRow.sample(1, of: child, description: "DROP TABLE; 'ünï' \u{0}\u{202E}")
            #expect(try transaction.insert(row))
            return (child, row)
        }
        await first.close()
        let second = try await folder.open()
        #expect(try await second.children() == [child])
        #expect(try await second.children().first?.balance.description == "37.500")
        #expect(try await second.transactions(matching: TransactionFilter(child: child, limit: 10)) == [row])
        #expect(try await second.accounts().map(\.name) == ["mum"])
        await second.close()
    }
}
