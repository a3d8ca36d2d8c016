extension Database {
    /// Copies a snapshot of the database to a new file of mode 0600; writers and other readers go on meanwhile.
    ///
    /// Cancelling the task ends it and leaves no file.
    ///
    /// - Parameters:
    ///   - replaces: whether a file that has the name already gives way.
    ///   - check: looks at the complete copy by ``DatabaseFile``, before it has its name; what it throws ends the copy.
    package func backUp(
        to path: String, replaces: Bool = true, check: @escaping @Sendable (DatabaseFile) throws -> Void = { _ in },
        progress: @escaping @Sendable (_ copiedPages: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws {
        try await read { snapshot in
            // The first read fixes the snapshot; without one each commit in between would start the copy over again.
            _ = try snapshot.first(Catalogue.tables)
            let connection = snapshot.connection
            try Backup.copy(connection, to: path, replaces: replaces, check: { try check(DatabaseFile($0)) }) {
                copied, total in
                if connection.interruption?.wasCancelled == true { throw CancellationError() }
                progress(copied, total)
            }
        }
    }

    /// Moves all of the log into the file and gives its room back, as far as no reader needs it; returns when that was tried.
    package func emptyLog() async throws {
        wishForEmptyLog()
        // The first makes the writer look, the second comes after the look. Neither writes anything.
        for _ in 0..<2 { try await write("log.empty") { _ in } }
    }

    /// The tables that ``check(table:)`` takes, one slice of a doctor's work each.
    package func tableNames() async throws -> [String] { try await read { try $0.all(Catalogue.tables) } }

    /// Checks one table and its indexes; returns what is wrong with them, at most 20 lines.
    package func check(table: String) async throws -> [String] {
        try await check("PRAGMA quick_check(\(Catalogue.quoted(table)))")
    }

    /// Checks every page, index and foreign key; takes as long as reading the whole file.
    ///
    /// - Parameter references: whether foreign keys are looked at too.
    package func checkEverything(references: Bool = true) async throws -> [String] {
        let pages = try await check("PRAGMA integrity_check(20)")
        return references ? try await pages + check("PRAGMA foreign_key_check") : pages
    }

    /// Checks the pages and the order of rows for as long as there is time. A value that makes no sense in its row is not looked for: the
    /// others can be used.
    ///
    /// - Returns: What is wrong; empty if nothing is, `nil` if the time was too short to say.
    package func quickCheck(within limit: Duration) async throws -> [String]? {
        do {
            return try await check("PRAGMA quick_check(1000)", limit: limit, where: Self.isOfPages)
        } catch let error as DatabaseError where error.kind == .interrupted {
            return nil
        }
    }

    /// Whether a finding is about the file's structure, and not about one value.
    package static func isOfPages(_ finding: String) -> Bool {
        !["NULL value in ", "CHECK constraint failed in ", "non-", "NUMERIC value in ", "TEXT value in "].contains {
            finding.hasPrefix($0)
        }
    }

    private func check(
        _ pragma: String, limit: Duration = .seconds(3_600),
        where isWanted: @escaping @Sendable (String) -> Bool = { _ in true }
    ) async throws -> [String] {
        try await read(timeLimit: limit) { try $0.connection.findings(pragma, where: isWanted) }
    }
}

extension DatabaseConnection {
    /// What a check has to say, at most 20 lines.
    func findings(_ pragma: String, where isWanted: (String) -> Bool = { _ in true }) throws -> [String] {
        let wasPrivileged = isPrivileged
        isPrivileged = true
        defer { isPrivileged = wasPrivileged }
        do {
            return Array(try texts(pragma, name: "check").filter { $0 != "ok" && isWanted($0) }.prefix(20))
        } catch let error as DatabaseError where error.kind == .corrupt || error.kind == .notADatabase {
            // Damage that stops the check itself is a finding too.
            return [error.message]
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

    /// A text as SQL writes one.
    static func literal(_ text: String) -> String {
        let inner = text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        return "'\(inner)'"
    }
}
