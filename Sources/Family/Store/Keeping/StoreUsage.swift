import Glibc
import SQLite
package import Values

/// How much a state folder holds of one thing.
package struct StoreUsage: Sendable, Equatable {
    /// What sort of thing it is; the words travel in `--json`.
    package enum Group: String, Sendable, CaseIterable {
        /// A file beside the others.
        case file
        /// Rows of the store that are kept for what they are.
        case row
        /// What servers keep beside money, read again at any time.
        case record
        /// Pictures, by what they are kept for.
        case picture
    }

    package let group: Group
    /// A table, a kind or a class in its own word, such as `transaction`.
    package let name: String
    /// How many; `nil` for a file.
    package var count: Int?
    /// Of all together; `nil` where nobody knows.
    package var bytes: Int?
    /// When the oldest became known; `nil` without any.
    package var oldest: Timestamp?
    /// How long one is kept; `nil` for as long as it is needed.
    package var age: Duration?
    /// How many bytes are kept; `nil` for any number.
    package var room: Int?
}

extension StoreCare {
    /// What there is, also of what there is nothing of.
    package func usage() async throws(StoreError) -> [StoreUsage] {
        let (limits, wanted) = (StoreLimits(), store.room.wanted)
        let (messages, history) = (wanted?.messages ?? limits.age, wanted?.history ?? limits.history)
        let counts = try await store.counts()
        let accounting = try await store.accounting()
        let found = try await store.read("usage") { snapshot in
            (
                try snapshot.journalRoom(), try snapshot.first(UsageTable.oldestMessage),
                try snapshot.first(UsageTable.oldestDelivery), try snapshot.first(UsageTable.told) ?? 0,
                try snapshot.first(UsageTable.oldestTransaction), try snapshot.all(UsageTable.records)
            )
        }
        let pictures = try await MediaStore(store).usage()
        var rows = [
            StoreUsage(group: .row, name: "transaction", count: counts.transactions, oldest: found.4),
            StoreUsage(
                group: .row, name: "delivery", count: accounting.deliveries, oldest: found.2, age: history),
            StoreUsage(group: .row, name: "told", count: found.3),
            StoreUsage(group: .row, name: "entry", count: counts.intents, age: history),
        ]
        rows.append(
            StoreUsage(
                group: .row, name: "message", count: counts.journal, bytes: found.0, oldest: found.1, age: messages,
                room: limits.journalRoom))
        for kind in RecordRow.Kind.allCases {
            let known = found.5.first { $0.kind == kind.rawValue }
            rows.append(
                StoreUsage(group: .record, name: kind.rawValue, count: known?.count ?? 0, oldest: known?.oldest))
        }
        for kind in MediaClass.allCases {
            let usage = pictures[kind] ?? MediaUsage()
            rows.append(
                StoreUsage(
                    group: .picture, name: kind.rawValue, count: usage.count, bytes: usage.bytes, age: kind.age,
                    room: kind.room))
        }
        return files + rows
    }

    private var files: [StoreUsage] {
        let names = [
            ("store", StateFolder.storeName), ("log", "\(StateFolder.storeName)-wal"), ("ledger", LedgerFile.name),
            ("ballast", Ballast.name),
        ]
        return names.map { name, file in
            var status = stat()
            let isThere = unsafe stat("\(folder.path)/\(file)", &status) == 0
            return StoreUsage(group: .file, name: name, bytes: isThere ? Int(status.st_size) : 0)
        }
    }
}

private struct KindCount: RowDecodable {
    let kind: String
    let count: Int
    let oldest: Timestamp

    init(row: borrowing Row) throws {
        kind = try row.value(0)
        count = try row.value(1)
        oldest = try row.value(2)
    }
}

private enum UsageTable {
    static let oldestMessage = Query<Timestamp>(
        "usage.oldestMessage", "SELECT received_at FROM journal ORDER BY received_at LIMIT 1")
    static let oldestDelivery = Query<Timestamp>(
        "usage.oldestDelivery", "SELECT created_at FROM delivery ORDER BY created_at LIMIT 1")
    static let oldestTransaction = Query<Timestamp>(
        "usage.oldestTransaction", "SELECT created_at FROM txn ORDER BY created_at LIMIT 1")
    static let told = Query<Int>("usage.told", "SELECT count(*) FROM told")
    static let records = Query<KindCount>(
        "usage.records", "SELECT kind, count(*), min(first_seen_at) FROM record WHERE gone = 0 GROUP BY kind")
}
