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
    @usableFromInline package func bind(to binder: inout Binder) { binder.integer(self) }
    @usableFromInline package init(column: borrowing Column) throws { self = try column.integer() }
}

extension Int: DatabaseValue {
    @usableFromInline package func bind(to binder: inout Binder) { binder.integer(Int64(self)) }
    @usableFromInline package init(column: borrowing Column) throws { self = Int(try column.integer()) }
}

extension Bool: DatabaseValue {
    @usableFromInline package func bind(to binder: inout Binder) { binder.integer(self ? 1 : 0) }
    @usableFromInline package init(column: borrowing Column) throws {
        switch try column.integer() {
        case 0: self = false
        case 1: self = true
        default: throw column.mismatch("neither 0 nor 1")
        }
    }
}

extension String: DatabaseValue {
    @usableFromInline package func bind(to binder: inout Binder) { binder.text(self) }
    @usableFromInline package init(column: borrowing Column) throws { self = try column.text() }
}

/// Bytes, stored as a BLOB.
extension [UInt8]: RowDecodable, Bindable, DatabaseValue {
    @usableFromInline package func bind(to binder: inout Binder) { binder.blob(self) }
    @usableFromInline package init(column: borrowing Column) throws { self = try column.bytes() }
}

extension Optional: Bindable, RowDecodable, DatabaseValue where Wrapped: DatabaseValue {
    @inlinable
    package func bind(to binder: inout Binder) {
        if let self { self.bind(to: &binder) } else { binder.appendNull() }
    }
    @inlinable
    package init(column: borrowing Column) throws { self = column.isNull ? nil : try Wrapped(column: column) }
}

extension Binder {
    @usableFromInline
    mutating func appendNull() { null() }
}

/// Typed identifiers and enumerations with raw values.
extension DatabaseValue where Self: RawRepresentable, RawValue: DatabaseValue {
    @inlinable
    package func bind(to binder: inout Binder) { rawValue.bind(to: &binder) }
    @inlinable
    package init(column: borrowing Column) throws {
        guard let value = Self(rawValue: try RawValue(column: column)) else {
            throw column.mismatch("not a \(Self.self)")
        }
        self = value
    }
}
