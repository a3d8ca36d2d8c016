import CSQLite

/// One prepared statement of one connection; confined to the connection's thread.
@usableFromInline
@safe final class Statement {
    let handle: OpaquePointer
    let name: String
    let parameterCount: Int32
    let columnCount: Int32
    /// The tables that running it may change, through triggers and foreign keys too.
    let writes: Set<String>
    /// True between `DatabaseConnection.statement(_:)` and `finish()`: a nested use of the same query gets its own copy.
    var isBorrowed = false

    private unowned let connection: DatabaseConnection

    init(_ handle: OpaquePointer, name: String, writes: Set<String>, on connection: DatabaseConnection) {
        unsafe self.handle = unsafe handle
        self.name = name
        self.writes = writes
        self.connection = connection
        parameterCount = unsafe sqlite3_bind_parameter_count(handle)
        columnCount = unsafe sqlite3_column_count(handle)
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Advances to the next row; false at the end.
    @usableFromInline
    func step() throws -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw unsafe DatabaseError(code, on: connection.handle, during: name)
        }
    }

    /// Ends the run and forgets the bound values, so that no row and no secret outlives it.
    @usableFromInline
    func finish() {
        // The code repeats what step() threw.
        _ = unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
        if !writes.isEmpty { connection.changedTables.formUnion(writes) }
        isBorrowed = false
    }

    func columnName(_ index: Int32) -> String {
        unsafe sqlite3_column_name(handle, index).map { unsafe String(cString: $0) } ?? "?"
    }
}
