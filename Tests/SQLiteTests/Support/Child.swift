import SQLite
import Values

/// How a table file of the product looks: the record, then every statement by name.
struct Child: Equatable, Sendable {
    struct ID: RawRepresentable, DatabaseValue, Hashable { let rawValue: String }

    let id: ID
    var name: String
    var balance: Decimal
    var note: String?
    var born: Timestamp
}

extension Child: RowDecodable {
    init(row: borrowing Row) throws {
        id = try row.value(0)
        name = try row.value(1)
        balance = try row.value(2)
        note = try row.value(3)
        born = try row.value(4)
    }
}

extension Child: Bindable {
    func bind(to binder: inout Binder) {
        binder.append(id)
        binder.append(name)
        binder.append(balance)
        binder.append(note)
        binder.append(born)
    }
}

enum ChildTable {
    static let insert = Update<Child>("child.insert", "INSERT INTO child VALUES (?1, ?2, ?3, ?4, ?5)")
    static let upsert = Update<Child>(
        "child.upsert",
        """
        INSERT INTO child VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, balance = excluded.balance, note = excluded.note
        """)
    static let rename = Update<String, Child.ID>("child.rename", "UPDATE child SET name = ?1 WHERE id = ?2")
    static let deleteAll = PlainUpdate("child.deleteAll", "DELETE FROM child")
    static let delete = Update<Child.ID>("child.delete", "DELETE FROM child WHERE id = ?1")
    static let byID = Query<Child, Child.ID>(
        "child.byID", "SELECT id, name, balance, note, born FROM child WHERE id = ?1")
    static let all = Query<Child>("child.all", "SELECT id, name, balance, note, born FROM child ORDER BY id")
    static let count = Query<Int>("child.count", "SELECT count(*) FROM child")
    static let among = Query<Child, String>(
        "child.among",
        "SELECT id, name, balance, note, born FROM child WHERE id IN (SELECT value FROM json_each(?1)) ORDER BY id")
}

extension Migration {
    static let children = Migration(
        "children",
        """
        CREATE TABLE child (
          id TEXT PRIMARY KEY, name TEXT NOT NULL, balance TEXT NOT NULL, note TEXT, born INTEGER NOT NULL
        ) STRICT;
        """)
    static let gifts = Migration(
        "gifts",
        """
        CREATE TABLE gift (
          child TEXT NOT NULL REFERENCES child ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
          what TEXT NOT NULL, PRIMARY KEY (child, what)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE tally (n INTEGER NOT NULL) STRICT;
        INSERT INTO tally VALUES (0);
        CREATE TRIGGER child_added AFTER INSERT ON child WHEN new.note = 'count' BEGIN UPDATE tally SET n = n + 1; END;
        """)
}

enum GiftTable {
    static let insert = Update<Child.ID, String>("gift.insert", "INSERT INTO gift VALUES (?1, ?2)")
    static let count = Query<Int>("gift.count", "SELECT count(*) FROM gift")
}

extension Child {
    static func sample(_ number: Int, note: String? = nil) -> Child {
        Child(
            id: ID(rawValue: "child-\(number)"), name: "Ada \(number)",
            balance: Decimal(coefficient: Int128(number), scale: 2) ?? .zero,
            note: note,
            born: Timestamp(seconds: 1_700_000_000 + Int64(number)))
    }
}

extension Child {
    /// What `sample(_:note:)` was given.
    var number: Int { Int(balance.coefficient) }
}
