import CSQLite
import Glibc

extension DatabaseConnection.Role {
    /// The name and the right to open a file by.
    ///
    /// SQLite makes a log and a `-shm` beside a file that works with a log, if they are missing, and moves the log into the file at the
    /// end. An inspector does not let it: without a log the file is opened as one that nobody can change, with one for itself alone, so
    /// that the log's index stays in memory.
    func opening(of path: String) -> (name: String, access: Int32) {
        guard self == .inspector else { return (path, self == .writer ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) }
        var status = stat()
        if unsafe stat(path + "-wal", &status) == 0, status.st_size > 0 { return (path, SQLITE_OPEN_READWRITE) }
        let name = path.map { character in
            // What has a meaning in an address.
            switch character {
            case "%": "%25"
            case "?": "%3f"
            case "#": "%23"
            default: String(character)
            }
        }
        return ("file:\(name.joined())?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }
}

extension DatabaseConnection {
    /// The pragmas of a connection, set and read back; a value that did not take is an error.
    func setPragmas() throws {
        switch role {
        case .writer:
            try set("journal_mode", to: "WAL", reads: "wal")
            try set("synchronous", to: "FULL", reads: "2")
            try set("wal_autocheckpoint", to: "0", reads: "0")  // CheckpointPolicy does it, after callers are resumed.
            try set("journal_size_limit", to: "8388608", reads: "8388608")  // See CheckpointSchedule.limit.
        case .reader:
            try set("query_only", to: "ON", reads: "1")
            guard try pragma("journal_mode") == "wal" else { throw refused("journal_mode", "wal", "another mode") }
        case .inspector:
            // Before the file is read for the first time: see `opening(of:)`.
            try set("locking_mode", to: "EXCLUSIVE", reads: "exclusive")
            try set("query_only", to: "ON", reads: "1")
            return try set("cell_size_check", to: "ON", reads: "1")
        }
        try set("foreign_keys", to: "ON", reads: "1")
        // On, so that REPLACE fires the delete triggers of the rows it displaces.
        try set("recursive_triggers", to: "ON", reads: "1")
        try set("cell_size_check", to: "ON", reads: "1")
        // A file in /tmp would hold parts of the family's data, outside our folder and its mode.
        try set("temp_store", to: "MEMORY", reads: "2")
        try set("mmap_size", to: "0", reads: "0")  // An I/O error in a mapped page is SIGBUS, not an error code.
        isPrivileged = false
        installAuthorizer()
        installProgressHandler()
    }

    /// Switches that no SQL can turn back; each is read back.
    func setOptions() throws {
        var options: [(name: String, option: Int32, isOn: Int32)] = [
            ("defensive", SQLITE_DBCONFIG_DEFENSIVE, 1),
            ("trusted_schema", SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            ("writable_schema", SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0),
            // Otherwise a misspelt "column" is a string, silently.
            ("double_quoted_strings_dml", SQLITE_DBCONFIG_DQS_DML, 0),
            ("double_quoted_strings_ddl", SQLITE_DBCONFIG_DQS_DDL, 0),
            ("load_extension", SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
        ]
        // Only the writer may ever move pages from the log into the file: see CheckpointPolicy.
        if role != .writer { options.append(("no_checkpoint_on_close", SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)) }
        for (name, option, wanted) in options {
            var now: Int32 = -1
            guard unsafe csqlite_set_option(handle, option, wanted, &now) == SQLITE_OK, now == wanted else {
                throw refused(name, "\(wanted)", "\(now)")
            }
        }
    }

    /// Caps on what one statement may be; far above what this program's own statements need.
    func setLimits() {
        let limits: [(Int32, Int32)] = [
            (SQLITE_LIMIT_LENGTH, 16 << 20),  // bytes of a value and of a row
            (SQLITE_LIMIT_SQL_LENGTH, 64 << 10),
            (SQLITE_LIMIT_COLUMN, 200),
            (SQLITE_LIMIT_EXPR_DEPTH, 100),
            (SQLITE_LIMIT_COMPOUND_SELECT, 20),
            (SQLITE_LIMIT_VARIABLE_NUMBER, 200),
            (SQLITE_LIMIT_TRIGGER_DEPTH, 20),
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200),
            (SQLITE_LIMIT_WORKER_THREADS, 0),
        ]
        for (limit, value) in limits { unsafe sqlite3_limit(handle, limit, value) }
    }

    /// Reads a pragma's first value as text; nil if it has none.
    func pragma(_ name: String) throws -> String? {
        try texts("PRAGMA \(name)", name: name).first
    }

    /// Sets a pragma of the file that has no other reading, such as `user_version`.
    func set(_ name: String, to value: String, reads expected: String) throws {
        try execute("PRAGMA \(name) = \(value)", name: name)
        let found = try pragma(name) ?? "nothing"
        guard found == expected else { throw refused(name, expected, found) }
    }

    /// The first column of every row as text; for this module's own statements only.
    func texts(_ sql: String, name: String) throws -> [String] {
        var sql = sql
        let statement = try sql.withUTF8 { utf8 in
            try unsafe utf8.withMemoryRebound(to: CChar.self) {
                try unsafe prepare($0, name: name, isPersistent: false).statement
            }
        }
        guard let statement else { return [] }
        defer { statement.finish() }
        var found: [String] = []
        while try statement.step() {
            unsafe found.append(sqlite3_column_text(statement.handle, 0).map { unsafe String(cString: $0) } ?? "")
        }
        return found
    }

    private func refused(_ name: String, _ wanted: String, _ found: String) -> DatabaseError {
        DatabaseError(.settingRefused, "open", "\(name) should be \(wanted) but is \(found)")
    }
}
