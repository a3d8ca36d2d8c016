/// A named `SELECT` (or `… RETURNING`) that takes `Input` values and gives `Output` rows.
///
///     static let byID = Query<Child, ChildID>(
///       "child.byID", "SELECT id, name, balance FROM child WHERE id = ?1")
///
/// The text is a `StaticString`: it cannot hold anything that was not in the source code, so a value
/// reaches SQLite only as a bound parameter. For a list of values write `IN (SELECT value FROM json_each(?1))`.
@usableFromInline
package struct Query<Output: RowDecodable, each Input: Bindable>: Sendable {
    @usableFromInline let source: StatementSource

    /// - Parameter name: what errors and figures call it; unique, by custom `table.what`.
    package init(_ name: StaticString, _ sql: StaticString) { source = StatementSource(name: name, sql: sql) }
}

/// A named `INSERT`, `UPDATE`, `DELETE` or schema statement that takes `Input` values and gives no rows.
///
///     static let rename = Update<String, ChildID>(
///       "child.rename", "UPDATE child SET name = ?1 WHERE id = ?2")
@usableFromInline
package struct Update<each Input: Bindable>: Sendable {
    @usableFromInline let source: StatementSource

    /// - Parameter name: what errors and figures call it; unique, by custom `table.what`.
    package init(_ name: StaticString, _ sql: StaticString) { source = StatementSource(name: name, sql: sql) }
}

// The formatter has no stable spelling for an empty list of types.
// swift-format-ignore
/// An update without parameters, for schema changes and sweeping deletes.
package typealias PlainUpdate = Update< >

/// The name and the text of a statement as they stand in the source code; the key of the statement cache.
@usableFromInline
struct StatementSource: Sendable, Hashable {
    let name: StaticString
    let sql: StaticString

    @usableFromInline
    init(name: StaticString, sql: StaticString) {
        precondition(sql.hasPointerRepresentation, "a statement is more than one character")
        self.name = name
        self.sql = sql
    }

    // A literal lives as long as the program, so its address stands for its text. The length is part of
    // the key because a linker may let one literal begin where another does.
    @usableFromInline
    static func == (left: Self, right: Self) -> Bool {
        unsafe left.sql.utf8Start == right.sql.utf8Start && left.sql.utf8CodeUnitCount == right.sql.utf8CodeUnitCount
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) { unsafe hasher.combine(sql.utf8Start) }
}
