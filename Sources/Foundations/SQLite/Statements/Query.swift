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
