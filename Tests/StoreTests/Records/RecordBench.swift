import SQLite
import Store
import Testing
import Values

/// A store with one account that reads one list: Alice's goals.
struct RecordBench: Sendable {
    let folder: TestStore
    let store: Store
    let mum: AccountRow

    init() async throws {
        folder = try TestStore()
        store = try await folder.open()
        mum = try await Self.account("mum", in: store)
    }

    func account(_ name: String) async throws -> AccountRow { try await Self.account(name, in: store) }

    private static func account(_ name: String, in store: Store) async throws -> AccountRow {
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://a.example")
            let made = try transaction.ensureAccount(named: name, on: server, at: Timestamp(seconds: 1))
            try transaction.setUser("user-" + name, role: "Parent", of: made.id, at: Timestamp(seconds: 1))
            return try #require(try transaction.account(made.id))
        }
    }

    /// Counted from when the tests begin.
    func moment(_ seconds: Int) -> Timestamp { Timestamp(seconds: 1_700_000_000 + Int64(seconds)) }

    func row(_ id: String, rank: Int = 1, content: String = "{}", at seconds: Int = 0) -> RecordRow {
        RecordRow(
            server: mum.server, kind: .goal, id: RecordRow.ID(rawValue: id), child: ChildRow.ID(rawValue: "alice"),
            rank: rank, content: content, at: moment(seconds))
    }

    /// Takes a whole answer as a commit does; returns what is gone.
    @discardableResult
    func read(_ rows: [RecordRow], by account: AccountRow? = nil, at seconds: Int = 0) async throws -> [String] {
        let (account, moment) = (account ?? mum, moment(seconds))
        return try await store.write { transaction in
            for row in rows {
                try transaction.take(row)
                try transaction.link(account, to: row, owner: "alice")
            }
            return try transaction.unlink(
                account, .goal, owner: "alice", except: Set(rows.map(\.id)), missingFor: .seconds(300), at: moment)
        }.map(\.rawValue)
    }

    /// Those that are listed.
    func ids() async throws -> [String] { try await store.read { try $0.records(.goal) }.map(\.id.rawValue) }

    func stored(_ id: String) async throws -> RecordRow? {
        let server = mum.server
        return try await store.read { try $0.record(RecordRow.ID(rawValue: id), .goal, on: server) }
    }

    /// What a record said before, the oldest first.
    func revisions(_ id: String) async throws -> [RecordRevision] {
        let server = mum.server
        return try await store.read { try $0.revisions(of: RecordRow.ID(rawValue: id), .goal, on: server) }
    }
}
