import CSQLite

extension Connection {
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
    let connection = unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
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
