import Values

/// A value that fills exactly one parameter and is read from exactly one column.
///
/// A typed identifier gets its conformance for nothing: `extension ChildID: DatabaseValue {}`, if it is
/// `RawRepresentable` by a type that conforms.
@usableFromInline
package protocol DatabaseValue: Bindable, RowDecodable {
    /// Reads the value; throws `DatabaseError.Kind.decoding` if the column holds another storage class.
    init(column: borrowing Column) throws
}

extension DatabaseValue {
    /// A query of one column decodes straight to its value.
    @inlinable
    package init(row: borrowing Row) throws { self = try row.value(0) }
}

extension Int64: DatabaseValue {
    /// As INTEGER.
    @usableFromInline package func bind(to binder: inout Binder) { binder.integer(self) }
    /// Throws for any other storage class, a REAL that is whole included.
    @usableFromInline package init(column: borrowing Column) throws { self = try column.integer() }
}

extension Int: DatabaseValue {
    /// As INTEGER.
    @usableFromInline package func bind(to binder: inout Binder) { binder.integer(Int64(self)) }
    /// From INTEGER alone; every one fits, since `Int` has 64 bits here.
    @usableFromInline package init(column: borrowing Column) throws { self = Int(try column.integer()) }
}

extension Bool: DatabaseValue {
    /// As INTEGER, 1 or 0: SQLite has no Booleans.
    @usableFromInline package func bind(to binder: inout Binder) { binder.integer(self ? 1 : 0) }
    /// Throws for every number but 0 and 1, which C would take for true.
    @usableFromInline package init(column: borrowing Column) throws {
        switch try column.integer() {
        case 0: self = false
        case 1: self = true
        default: throw column.mismatch("neither 0 nor 1")
        }
    }
}

extension String: DatabaseValue {
    /// As TEXT in UTF-8; NUL characters stay in it.
    @usableFromInline package func bind(to binder: inout Binder) { binder.text(self) }
    /// From TEXT alone: numbers and bytes are no text here.
    @usableFromInline package init(column: borrowing Column) throws { self = try column.text() }
}

/// Bytes, stored as a BLOB.
extension [UInt8]: RowDecodable, Bindable, DatabaseValue {
    /// As BLOB; an empty one is not NULL.
    @usableFromInline package func bind(to binder: inout Binder) { binder.blob(self) }
    /// A copy of a BLOB.
    @usableFromInline package init(column: borrowing Column) throws { self = try column.bytes() }
}

extension Optional: Bindable, RowDecodable, DatabaseValue where Wrapped: DatabaseValue {
    /// `nil` as NULL.
    @inlinable
    package func bind(to binder: inout Binder) {
        if let self { self.bind(to: &binder) } else { binder.appendNull() }
    }
    /// NULL as `nil`; anything else as the wrapped type reads it.
    @inlinable
    package init(column: borrowing Column) throws { self = column.isNull ? nil : try Wrapped(column: column) }
}

extension Binder {
    @usableFromInline
    mutating func appendNull() { null() }
}

/// Typed identifiers and enumerations with raw values.
extension DatabaseValue where Self: RawRepresentable, RawValue: DatabaseValue {
    /// As the raw value is bound.
    @inlinable
    package func bind(to binder: inout Binder) { rawValue.bind(to: &binder) }
    /// Throws for a raw value that the type doesn't know, as a newer program may have written.
    @inlinable
    package init(column: borrowing Column) throws {
        guard let value = Self(rawValue: try RawValue(column: column)) else {
            throw column.mismatch("not a \(Self.self)")
        }
        self = value
    }
}

/// A moment as INTEGER: whole microseconds since 1970-01-01 00:00 UTC, which SQLite compares and sorts as time.
///
/// Digits below a microsecond are cut: what is compared with a stored moment has to be cut too.
extension Timestamp: DatabaseValue {
    /// As INTEGER, cut to the microsecond.
    @usableFromInline package func bind(to binder: inout Binder) { binder.integer(microseconds) }

    /// From INTEGER; every 64-bit number is a moment.
    @usableFromInline package init(column: borrowing Column) throws { self.init(microseconds: try column.integer()) }
}
