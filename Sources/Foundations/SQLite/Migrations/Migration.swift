/// One step of the schema's history: applied once, in order, and never edited afterwards.
///
///     extension Migration {
///       static let children = Migration("children", """
///         CREATE TABLE child (id TEXT PRIMARY KEY, name TEXT NOT NULL, balance INTEGER NOT NULL) STRICT;
///         """)
///     }
package struct Migration: Sendable {
    let name: StaticString
    let sql: StaticString
    let rebuildsTables: Bool

    /// - Parameters:
    ///   - sql: One or more statements without transaction control.
    ///   - rebuildsTables: Switches foreign keys off for this step, as dropping and renaming a referenced table needs;
    ///     they are checked before the commit.
    package init(_ name: StaticString, _ sql: StaticString, rebuildsTables: Bool = false) {
        self.name = name
        self.sql = sql
        self.rebuildsTables = rebuildsTables
    }

    /// FNV-1a over the text: finds an edit, and is no defence against somebody who wants a collision.
    var fingerprint: Int64 {
        let bytes = unsafe UnsafeBufferPointer(start: sql.utf8Start, count: sql.utf8CodeUnitCount)
        return unsafe Int64(
            bitPattern: bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 })
    }
}

/// What the opening of a database is doing to an older file.
package enum MigrationProgress: Sendable, Equatable {
    /// The copy is being made.
    case backingUp(copiedPages: Int, of: Int)
    /// So many statements of a step are done, and the next begins.
    case applying(name: String, statement: Int)
}

/// A row of `schema_migration`: what was applied, and the fingerprint it had then.
struct MigrationRecord: RowDecodable {
    let name: String
    let fingerprint: Int64

    init(row: borrowing Row) throws {
        name = try row.value(0)
        fingerprint = try row.value(1)
    }

    static let byVersion = Query<MigrationRecord, Int>(
        "migration.byVersion", "SELECT name, fingerprint FROM schema_migration WHERE version = ?1")
    static let insert = Update<Int, String, Int64>(
        "migration.insert",
        "INSERT INTO schema_migration (version, name, fingerprint, applied) VALUES (?1, ?2, ?3, unixepoch() * 1000000)")
}
