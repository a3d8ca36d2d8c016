import CSQLite

/// One column of the current row; reads it without any of SQLite's silent conversions.
@usableFromInline
@safe package struct Column: ~Copyable {
    // Unretained, because this is lent for one call, and counting references took a tenth of a scan.
    private unowned(unsafe) let statement: Statement
    private let index: Int32
    // One look-up instead of one per `sqlite3_column_…` call. Without mutexes SQLite knows no unprotected values.
    private let value: OpaquePointer?

    @usableFromInline
    init(_ statement: Statement, _ index: Int32) {
        unsafe self.statement = statement
        self.index = index
        unsafe value = unsafe sqlite3_column_value(statement.handle, index)
    }

    // An index outside the result reads as NULL, so every typed read reports it; only an optional needs this check.
    @usableFromInline
    var isNull: Bool { unsafe storageClass == SQLITE_NULL && index >= 0 && index < statement.columnCount }

    private var storageClass: Int32 { unsafe sqlite3_value_type(value) }

    func integer() throws -> Int64 {
        guard storageClass == SQLITE_INTEGER else { throw mismatch("expected INTEGER") }
        return unsafe sqlite3_value_int64(value)
    }

    /// Throws for text that is not UTF-8: SQLite stores any bytes as TEXT, and repairing them would hide damage.
    func text() throws -> String {
        try withText { bytes in
            // Not String(validating:as:), which is generic, not specialised in 6.3, and costs a scan half of its speed.
            guard let text = try? UTF8Span(validating: bytes) else { throw mismatch("not UTF-8") }
            return String(copying: text)
        }
    }

    /// Lends the bytes of a text, whatever they are.
    func withText<Result>(_ body: (borrowing Span<UInt8>) throws -> Result) throws -> Result {
        guard storageClass == SQLITE_TEXT else { throw mismatch("expected TEXT") }
        // The order matters: value_text may convert, value_bytes then tells the length of the converted text.
        guard let start = unsafe sqlite3_value_text(value) else { throw mismatch("out of memory") }
        let count = unsafe Int(sqlite3_value_bytes(value))
        return try unsafe body(UnsafeBufferPointer(start: start, count: count).span)
    }

    func bytes() throws -> [UInt8] {
        guard storageClass == SQLITE_BLOB else { throw mismatch("expected BLOB") }
        let start = unsafe sqlite3_value_blob(value)
        let count = unsafe Int(sqlite3_value_bytes(value))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// An error that names query, column and storage class, but not the value.
    @usableFromInline
    func mismatch(_ reason: String) -> any Error {
        guard unsafe index >= 0 && index < statement.columnCount else {
            return unsafe DatabaseError(
                .decoding, statement.name, unsafe "no column \(index); the result has \(statement.columnCount)")
        }
        let found = Self.name(of: storageClass)
        return unsafe DatabaseError(
            .decoding, statement.name,
            unsafe "column \(index) '\(statement.columnName(index))': \(reason), found \(found)")
    }

    private static func name(of storageClass: Int32) -> String {
        switch storageClass {
        case SQLITE_INTEGER: "INTEGER"
        case SQLITE_FLOAT: "REAL"
        case SQLITE_TEXT: "TEXT"
        case SQLITE_BLOB: "BLOB"
        default: "NULL"
        }
    }
}
