/// A database's file that nobody works with: a copy, what was set aside, or what is looked at before it is opened. It is read and not
/// changed, nor anything beside it, but by ``write(_:)``; the log that belongs to it is read too.
///
/// Blocks the calling thread; `ServiceThread` of `Runtime` is one of its own.
package struct DatabaseFile: Sendable {
    /// Where it is; `-wal` belongs to it if it is there.
    package let path: String

    /// Nothing is looked at yet.
    package init(_ path: String) { self.path = path }

    /// Whose file it is, and how far its schema has come.
    package struct Description: Sendable, Equatable {
        /// SQLite's `application_id`.
        package let applicationID: Int32
        /// How many migrations it has had.
        package let version: Int
    }

    /// Reads the head of the file.
    package func describe() throws -> Description {
        try open { connection in
            guard let application = Int32(try connection.pragma("application_id") ?? ""),
                let version = Int(try connection.pragma("user_version") ?? "")
            else { throw DatabaseError(.notADatabase, "look", "the head of the file cannot be read") }
            return Description(applicationID: application, version: version)
        }
    }

    /// What is wrong with its pages and rows, at most 20 lines; empty is good.
    ///
    /// - Parameter isThorough: indexes and foreign keys too, which takes several times as long.
    package func findings(isThorough: Bool = false) throws -> [String] {
        try open { connection in
            guard isThorough else { return try connection.findings("PRAGMA quick_check(20)") }
            return try connection.findings("PRAGMA integrity_check(20)")
                + connection.findings("PRAGMA foreign_key_check").map { "a row of \($0) refers to what is not there" }
        }
    }

    /// What is wrong with its pages first of all; a value that makes no sense in its row is no damage.
    package func damage() throws -> String? { try findings().first(where: Database.isOfPages) }

    /// Runs queries on it.
    package func read<Result>(_ body: (borrowing Snapshot) throws -> Result) throws -> Result {
        try open { connection in
            let snapshot = Snapshot(connection)
            return try body(snapshot)
        }
    }

    /// Changes a copy that has no log and no name yet, in one transaction that is on the disk when this returns.
    package func write<Result>(_ body: (borrowing WriteTransaction) throws -> Result) throws -> Result {
        let connection = try DatabaseConnection(path: path, role: .writer)
        try connection.control(.beginImmediate)
        do {
            let transaction = WriteTransaction(connection)
            let result = try body(transaction)
            try connection.control(.commit)
            return result
        } catch {
            try connection.rollback()
            throw error
        }
    }

    func open<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
        let connection = try DatabaseConnection(path: path, role: .inspector)
        try connection.setPragmas()
        return try body(connection)
    }
}

extension DatabaseFile {
    /// Copies it, with what its log holds, to a new file of mode 0600 that needs no log and appears only when it is complete, synced
    /// and checked.
    ///
    /// - Parameters:
    ///   - path: of the copy; nothing is there yet.
    ///   - check: looks at the complete copy; what it throws ends the copy.
    package func copy(to path: String, check: (DatabaseFile) throws -> Void = { _ in }) throws {
        try open { connection in
            let snapshot = Snapshot(connection)
            // The first read fixes the snapshot.
            _ = try snapshot.first(Catalogue.tables)
            try Backup.copy(connection, to: path, check: { try check(DatabaseFile($0)) }, progress: { _, _ in })
        }
    }
}
