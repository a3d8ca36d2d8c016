extension Database {
    /// Copies a snapshot of the database to a new file of mode 0600; writers and other readers go on meanwhile.
    ///
    /// Cancelling the task ends it and leaves no file.
    package func backUp(
        to path: String, progress: @escaping @Sendable (_ copiedPages: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws {
        try await read { snapshot in
            // The first read fixes the snapshot; without one each commit in between would start the copy over again.
            _ = try snapshot.first(Catalogue.tables)
            let connection = snapshot.connection
            try Backup.copy(connection, to: path) { copied, total in
                if connection.interruption?.wasCancelled == true { throw CancellationError() }
                progress(copied, total)
            }
        }
    }

    /// The tables that ``check(table:)`` takes, one slice of a doctor's work each.
    package func tableNames() async throws -> [String] { try await read { try $0.all(Catalogue.tables) } }

    /// Checks one table and its indexes; returns what is wrong with them, at most 20 lines.
    package func check(table: String) async throws -> [String] {
        try await check("PRAGMA quick_check(\(Catalogue.quoted(table)))")
    }

    /// Checks every page, index and foreign key; takes as long as reading the whole file.
    package func checkEverything() async throws -> [String] {
        let pages = try await check("PRAGMA integrity_check(20)")
        return try await pages + check("PRAGMA foreign_key_check")
    }

    private func check(_ pragma: String) async throws -> [String] {
        try await read(timeLimit: .seconds(3_600)) { snapshot in
            let connection = snapshot.connection
            connection.isPrivileged = true
            defer { connection.isPrivileged = false }
            do {
                return Array(try connection.texts(pragma, name: "check").filter { $0 != "ok" }.prefix(20))
            } catch let error as DatabaseError where error.kind == .corrupt {
                // Damage that stops the check itself is a finding too.
                return [error.message]
            }
        }
    }
}

/// What SQLite itself knows about the schema.
enum Catalogue {
    static let tables = Query<String>(
        "catalogue.tables",
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")

    /// A name as an SQL identifier. Doubled quotes are the only escape SQLite knows.
    static func quoted(_ name: String) -> String {
        let inner = name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        return "\"\(inner)\""
    }
}
