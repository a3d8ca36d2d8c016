import SQLite
import Values

/// A row as the store has many: two texts, an exact amount, a moment.
struct Entry: RowDecodable, Bindable {
    struct ID: RawRepresentable, DatabaseValue { let rawValue: Int64 }

    let id: ID
    let key: String
    let amount: Decimal
    let note: String?
    let at: Timestamp

    init(row: borrowing Row) throws {
        id = try row.value(0)
        key = try row.value(1)
        amount = try row.value(2)
        note = try row.value(3)
        at = try row.value(4)
    }

    init(_ number: Int) {
        id = ID(rawValue: Int64(number))
        let digits = String(number)
        key = "transaction-" + String(repeating: "0", count: max(0, 7 - digits.utf8.count)) + digits
        amount = Decimal(coefficient: Int128(number) * 7, scale: 2) ?? .zero
        note = number % 3 == 0 ? nil : "pocket money for the week"
        at = Timestamp(microseconds: 1_700_000_000_000_000 + Int64(number))
    }

    func bind(to binder: inout Binder) {
        binder.append(id)
        binder.append(key)
        binder.append(amount)
        binder.append(note)
        binder.append(at)
    }
}

enum EntryTable {
    static let insert = Update<Entry>("entry.insert", "INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5)")
    static let byID = Query<Entry, Entry.ID>(
        "entry.byID", "SELECT id, key, amount, note, at FROM entry WHERE id = ?1")
}

extension Migration {
    static let entries = Migration(
        "entries",
        """
        CREATE TABLE entry (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, amount TEXT NOT NULL,
          note TEXT, at INTEGER NOT NULL) STRICT
        """)
}
