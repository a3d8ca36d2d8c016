import Values

/// A moment as INTEGER: whole microseconds since 1970-01-01 00:00 UTC, which SQLite compares and sorts as time.
///
/// Digits below a microsecond are cut: what is compared with a stored moment has to be cut too.
extension Timestamp: DatabaseValue {
    /// As INTEGER, cut to the microsecond.
    @usableFromInline package func bind(to binder: inout Binder) { binder.integer(microseconds) }

    /// From INTEGER; every 64-bit number is a moment.
    @usableFromInline package init(column: borrowing Column) throws { self.init(microseconds: try column.integer()) }
}
