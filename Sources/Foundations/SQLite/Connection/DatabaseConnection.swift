import CSQLite

/// One open handle, confined to the thread that opened it.
///
/// Public only because ``Reading`` mentions it; nothing of it can be used outside the module.
@usableFromInline
@safe package final class DatabaseConnection {
    /// An inspector reads a file that nobody else has open, and leaves no trace: neither in it nor beside it.
    enum Role { case writer, reader, inspector }

    let handle: OpaquePointer
    let role: Role
    /// What the statements run since the last reset may have changed.
    var changedTables: Set<String> = []
    /// Tells the progress handler when the running job is to end.
    var interruption: Interruption?
    /// True while this module runs its own statements, which may open transactions and set pragmas.
    var isPrivileged = true
    /// Filled by the authorizer while a statement is compiled.
    var writesBeingCompiled: Set<String> = []
    /// The size of the log after the last commit, in pages; nil once it was looked at.
    var pagesInLog: Int32?
    static let busyMilliseconds: Int32 = 5_000

    private var cache: [StatementSource: Statement] = [:]
    // Apart from the callers': equal literals share one address, so a caller's "COMMIT" would find ours, compiled with privilege.
    private var privilegedCache: [StatementSource: Statement] = [:]
    /// Those of ``dynamic(_:)``, by their texts.
    var dynamicStatements: [String: Statement] = [:]

    private let unreadable: @Sendable (UnreadableRow) -> Void
    /// Held until the handle is closed: a class lets go of its properties after `deinit`.
    private let ownership: FileOwnership?

    init(
        path: String, role: Role, ownership: FileOwnership? = nil,
        unreadable: @escaping @Sendable (UnreadableRow) -> Void = { _ in }
    ) throws {
        var opened: OpaquePointer?
        let (name, access) = role.opening(of: path)
        // No mutex: one thread owns the handle. The file was created by FileOwnership, so CREATE is not asked for.
        let code = unsafe sqlite3_open_v2(name, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            let error = unsafe DatabaseError(code, on: opened, during: "open")
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        unsafe handle = unsafe opened
        self.role = role
        self.ownership = ownership
        self.unreadable = unreadable
        // Who else has a file that is looked at keeps it: a browser of databases for hours.
        unsafe sqlite3_busy_timeout(handle, role == .inspector ? 0 : Self.busyMilliseconds)
        try setOptions()
        setLimits()
    }

    deinit {
        cache.removeAll()
        privilegedCache.removeAll()
        dynamicStatements.removeAll()
        // Never fails here: no statement, blob or backup is left. close_v2 would hide a leak, so use close.
        let code = unsafe sqlite3_close(handle)
        assert(code == SQLITE_OK, "a statement outlived its connection")
    }

    /// A prepared statement for the source; the caller calls `finish()` on it.
    @usableFromInline
    func statement(_ source: StatementSource) throws -> Statement {
        if let cached = isPrivileged ? privilegedCache[source] : cache[source], !cached.isBorrowed {
            cached.isBorrowed = true
            return cached
        }
        let text = unsafe UnsafeBufferPointer(start: source.sql.utf8Start, count: source.sql.utf8CodeUnitCount)
        let prepared = try unsafe text.withMemoryRebound(to: CChar.self) { buffer in
            try unsafe prepare(buffer, name: "\(source.name)", isPersistent: true)
        }
        guard let statement = prepared.statement, prepared.rest == 0 else {
            throw DatabaseError(.malformedQuery, "\(source.name)", "holds no statement, or more than one")
        }
        statement.isBorrowed = true
        if isPrivileged {
            privilegedCache[source] = statement
        } else if cache[source] == nil {
            cache[source] = statement
        }
        return statement
    }

    /// Runs statements of this module: transactions, pragmas, migrations; not cached.
    ///
    /// - Parameter next: called before each.
    func execute(_ sql: String, name: String, next: () -> Void = {}) throws {
        var sql = sql
        try sql.withUTF8 { utf8 in
            try unsafe utf8.withMemoryRebound(to: CChar.self) { text in
                var rest = unsafe text[...]
                while unsafe !rest.isEmpty {
                    let (statement, count) = unsafe try prepare(
                        UnsafeBufferPointer(rebasing: rest), name: name, isPersistent: false)
                    unsafe rest = unsafe rest.suffix(count)
                    guard let statement else { continue }
                    defer { statement.finish() }
                    next()
                    while try statement.step() {}
                }
            }
        }
    }

    /// Compiles the first statement of a text; nil if only blanks or comments are left.
    func prepare(_ text: UnsafeBufferPointer<CChar>, name: String, isPersistent: Bool) throws
        -> (statement: Statement?, rest: Int)
    {
        var compiled: OpaquePointer?
        var tail: UnsafePointer<CChar>?
        writesBeingCompiled = []
        let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = unsafe sqlite3_prepare_v3(handle, text.baseAddress, Int32(text.count), flags, &compiled, &tail)
        guard code == SQLITE_OK else {
            let error = unsafe DatabaseError(code, on: handle, during: name)
            guard code & 0xff == SQLITE_ERROR else { throw error }
            // While compiling no value is bound yet, so SQLite's text can be shown.
            throw unsafe DatabaseError(
                .malformedQuery, name, String(cString: sqlite3_errmsg(handle)), extendedCode: code)
        }
        let used = unsafe tail.map { unsafe $0 - text.baseAddress! } ?? text.count
        return unsafe (
            compiled.map { unsafe Statement($0, name: name, writes: writesBeingCompiled, on: self) }, text.count - used
        )
    }

    /// Tells of a row that is left out because it cannot be decoded; throws any other error.
    @usableFromInline
    func leaveOut(_ row: borrowing Row, because error: any Error) throws {
        guard let error = error as? DatabaseError, error.kind == .decoding else { throw error }
        unreadable(UnreadableRow(row, error))
    }

    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }
    var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }
}

extension DatabaseConnection {
    /// Looks every 10,000 instructions (some 100 µs) whether the running job is to end.
    func installProgressHandler() {
        unsafe sqlite3_progress_handler(handle, 10_000, checkProgress, Unmanaged.passUnretained(self).toOpaque())
    }
}

private func checkProgress(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context = unsafe context else { return 0 }
    return unsafe Unmanaged<DatabaseConnection>.fromOpaque(context).takeUnretainedValue().interruption?.isDue == true
        ? 1 : 0
}

extension DatabaseConnection {
    /// Installs the gate that every statement passes while it is compiled.
    ///
    /// It does two things: it refuses what a caller's statement must not do, and it notes which tables
    /// the statement writes. The note costs nothing per row, and unlike the update hook it also sees tables
    /// WITHOUT ROWID and a DELETE of everything.
    func installAuthorizer() {
        unsafe sqlite3_set_authorizer(handle, authorize, Unmanaged.passUnretained(self).toOpaque())
    }
}

private func authorize(
    _ context: UnsafeMutableRawPointer?, _ action: Int32, _ first: UnsafePointer<CChar>?,
    _ second: UnsafePointer<CChar>?,
    _ database: UnsafePointer<CChar>?, _ trigger: UnsafePointer<CChar>?
) -> Int32 {
    guard let context = unsafe context else { return SQLITE_DENY }
    let connection = unsafe Unmanaged<DatabaseConnection>.fromOpaque(context).takeUnretainedValue()
    switch action {
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
        if let first = unsafe first { unsafe connection.writesBeingCompiled.insert(String(cString: first)) }
        return SQLITE_OK
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_ATTACH, SQLITE_DETACH, SQLITE_PRAGMA:
        // A COMMIT inside a closure would end the transaction that it shares with its neighbours.
        return connection.isPrivileged ? SQLITE_OK : SQLITE_DENY
    default:
        return SQLITE_OK
    }
}
