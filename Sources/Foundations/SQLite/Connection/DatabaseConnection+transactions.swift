import CSQLite

extension DatabaseConnection {
    /// Runs one of this module's cached statements that the authorizer denies to callers.
    func control(_ source: StatementSource) throws {
        let wasPrivileged = isPrivileged
        isPrivileged = true
        defer { isPrivileged = wasPrivileged }
        let statement = try statement(source)
        defer { statement.finish() }
        while try statement.step() {}
    }

    /// Runs the body in a savepoint, and undoes its part if it throws or leaves a foreign key unresolved.
    func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        try control(.savepoint)
        do {
            let result = try body()
            try checkDeferredForeignKeys()
            try control(.release)
            return result
        } catch {
            // FULL, IOERR, NOMEM and INTERRUPT may already have undone the whole transaction, savepoints included.
            if isInTransaction {
                try control(.rollbackToSavepoint)
                try control(.release)
            }
            throw error
        }
    }

    /// Throws if a deferred foreign key is unresolved now.
    ///
    /// RELEASE of an inner savepoint does not look at deferred keys; only COMMIT would, and would fail the
    /// neighbours that share the commit too.
    func checkDeferredForeignKeys() throws {
        var unresolved: Int32 = 0
        var peak: Int32 = 0
        unsafe sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &unresolved, &peak, 0)
        guard unresolved == 0 else {
            throw DatabaseError(
                .constraint, "commit", "FOREIGN KEY constraint failed", extendedCode: csqlite_constraint_foreign_key)
        }
    }

    /// Leaves no transaction open, whatever state the last one is in.
    func rollback() throws {
        if isInTransaction { try control(.rollback) }
    }
}

extension StatementSource {
    static let begin = Self(name: "begin", sql: "BEGIN")
    static let beginImmediate = Self(name: "begin", sql: "BEGIN IMMEDIATE")
    static let commit = Self(name: "commit", sql: "COMMIT")
    static let rollback = Self(name: "rollback", sql: "ROLLBACK")
    static let savepoint = Self(name: "savepoint", sql: "SAVEPOINT part")
    static let release = Self(name: "release", sql: "RELEASE part")
    static let rollbackToSavepoint = Self(name: "rollback", sql: "ROLLBACK TO part")
}
