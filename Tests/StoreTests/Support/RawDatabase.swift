import CSQLite

/// The store's file as any other program meets it: statements as text, plans, changes behind the store's back.
final class RawDatabase {
    struct Failure: Error, CustomStringConvertible { let description: String }

    private let handle: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        guard code == SQLITE_OK, let opened else { throw Failure(description: "cannot open \(path): \(code)") }
        handle = opened
    }

    deinit { sqlite3_close_v2(handle) }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    /// Every row's columns as text.
    func rows(_ sql: String) throws -> [[String]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                })
        }
        return rows
    }

    private func failure(_ sql: String) -> Failure {
        Failure(description: String(cString: sqlite3_errmsg(handle)) + " in: " + sql)
    }
}
