/// A named `INSERT`, `UPDATE`, `DELETE` or schema statement that takes `Input` values and gives no rows.
///
///     static let rename = Command<String, ChildID>(
///       "child.rename", "UPDATE child SET name = ?1 WHERE id = ?2")
@usableFromInline
package struct Command<each Input: Bindable>: Sendable {
    @usableFromInline let source: StatementSource

    /// - Parameter name: what errors and figures call it; unique, by custom `table.what`.
    package init(_ name: StaticString, _ sql: StaticString) { source = StatementSource(name: name, sql: sql) }
}

// The formatter has no stable spelling for an empty list of types.
// swift-format-ignore
/// A command without parameters, for schema changes and sweeping deletes.
package typealias PlainCommand = Command< >
