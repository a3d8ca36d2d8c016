import CSQLite

/// Fills the parameters of one statement from the first to the last.
///
/// It remembers the first failure instead of throwing at each parameter; `run` and its siblings look at it once.
@usableFromInline
@safe package struct Binder: ~Copyable {
    private let handle: OpaquePointer
    private var count: Int32 = 0
    private var firstFailure = SQLITE_OK

    @usableFromInline
    init(_ statement: Statement) { unsafe handle = unsafe statement.handle }

    /// Binds the next parameters of the statement to a value.
    @inlinable
    package mutating func append(_ value: some Bindable) { value.bind(to: &self) }

    mutating func null() {
        count += 1
        unsafe note(sqlite3_bind_null(handle, count))
    }

    mutating func integer(_ value: Int64) {
        count += 1
        unsafe note(sqlite3_bind_int64(handle, count, value))
    }

    mutating func text(_ value: String) {
        count += 1
        var copy = value
        let index = count
        let code = copy.withUTF8 { utf8 in
            guard let length = Int32(exactly: utf8.count) else { return SQLITE_TOOBIG }
            return unsafe utf8.withMemoryRebound(to: CChar.self) { bytes in
                // An empty Swift buffer may have no address, and a null pointer would bind NULL.
                unsafe bytes.isEmpty
                    ? csqlite_bind_text(handle, index, "", 0)
                    : csqlite_bind_text(handle, index, bytes.baseAddress, length)
            }
        }
        note(code)
    }

    /// Text that is ASCII.
    mutating func text(_ bytes: Span<UInt8>) {
        count += 1
        let index = count
        let code = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) {
                unsafe csqlite_bind_text(handle, index, $0.baseAddress, Int32($0.count))
            }
        }
        note(code)
    }

    mutating func blob(_ value: [UInt8]) {
        count += 1
        let index = count
        let code = unsafe value.withUnsafeBytes { bytes in
            guard let length = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
            return unsafe csqlite_bind_blob(handle, index, bytes.baseAddress, length)
        }
        note(code)
    }

    private mutating func note(_ code: Int32) {
        if code != SQLITE_OK && firstFailure == SQLITE_OK { firstFailure = code }
    }

    /// Throws if a parameter was refused, or if the number of values is not that of the parameters.
    @usableFromInline
    func finish(_ statement: Statement) throws {
        if firstFailure == SQLITE_OK && count == statement.parameterCount { return }
        if firstFailure == SQLITE_OK || firstFailure == SQLITE_RANGE {
            throw DatabaseError(
                .malformedQuery, statement.name,
                "\(statement.parameterCount) parameters, but \(count) values were bound")
        }
        throw unsafe DatabaseError(firstFailure, on: sqlite3_db_handle(handle), during: statement.name)
    }
}

/// Something that fills one or more parameters of a statement, in order.
///
/// A record lists its columns once, so that its `INSERT` reads like its table:
///
///     func bind(to binder: inout Binder) {
///       binder.append(id)
///       binder.append(name)
///     }
@usableFromInline
package protocol Bindable: Sendable {
    func bind(to binder: inout Binder)
}
