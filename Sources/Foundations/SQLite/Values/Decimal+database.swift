import Values

/// An exact number as TEXT, with the digits as they were written: `12.50` comes back as `12.50`.
///
/// SQLite must not compute with it: `sum`, `<` and `ORDER BY` would read it as text or as a binary fraction. Add up in
/// Swift, row by row.
extension Decimal: DatabaseValue {
    @usableFromInline package func bind(to binder: inout Binder) { binder.text(description) }

    @usableFromInline package init(column: borrowing Column) throws {
        guard let value = Decimal(try column.text()) else { throw column.mismatch("not a decimal number") }
        self = value
    }
}
