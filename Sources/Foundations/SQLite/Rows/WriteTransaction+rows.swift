import CSQLite

/// Statements whose columns are only known when they run. Names come from SQLite's own description of the schema, never from
/// outside, and values are bound as everywhere.
extension WriteTransaction {
    /// Inserts what of the row the table has columns for; others are left out.
    ///
    /// - Returns: `false` if the table refuses it: there is such a row, a value is of a wrong kind, or what it refers to is missing.
    /// - Throws: for every other reason, such as a full disk.
    @discardableResult
    package borrowing func insert(_ row: TableRow, into table: StaticString) throws -> Bool {
        try insert(row, into: TableShape("\(table)", on: connection))
    }

    borrowing func insert(_ row: TableRow, into table: TableShape) throws -> Bool {
        let names = table.columns.filter { row.cells[$0] != nil }
        guard !names.isEmpty else { return false }
        let columns = names.map(Catalogue.quoted).joined(separator: ", ")
        let places = (1...names.count).map { "?\($0)" }.joined(separator: ", ")
        return try run(
            "INSERT INTO \(Catalogue.quoted(table.name)) (\(columns)) VALUES (\(places))", names.map { row.cells[$0]! })
    }

    /// Sets what of the row the table has columns for, where the key's columns hold what the row has there.
    ///
    /// - Returns: `false` if there is no such row, or the table refuses the values.
    @discardableResult
    package borrowing func update(_ row: TableRow, in table: StaticString, where key: StaticString) throws -> Bool {
        let (shape, key) = (try TableShape("\(table)", on: connection), "\(key)")
        let names = shape.columns.filter { row.cells[$0] != nil && $0 != key }
        guard !names.isEmpty, let value = row.cells[key] else { return false }
        let sets = names.enumerated().map { "\(Catalogue.quoted($1)) = ?\($0 + 2)" }.joined(separator: ", ")
        let before = connection.totalChanges
        let isTaken = try run(
            "UPDATE \(Catalogue.quoted(shape.name)) SET \(sets) WHERE \(Catalogue.quoted(key)) = ?1",
            [value] + names.map { row.cells[$0]! })
        return isTaken && connection.totalChanges != before
    }

    private borrowing func run(_ sql: String, _ values: [Cell]) throws -> Bool {
        let statement = try connection.dynamic(sql)
        defer { statement.finish() }
        do {
            var binder = Binder(statement)
            for value in values { binder.append(value) }
            try binder.finish(statement)
            while try statement.step() {}
            return true
        } catch let error as DatabaseError
            where error.kind == .constraint || error.extendedCode & 0xff == SQLITE_MISMATCH
        {
            return false
        }
    }
}

/// What columns a table has.
struct TableShape {
    let name: String
    let columns: [String]
    /// Those of the primary key, in its order; `rowid` where the table has one.
    let order: [String]

    /// Without columns if there is no such table, or its description is damaged.
    init(_ name: String, on connection: DatabaseConnection) throws {
        self.name = name
        let wasPrivileged = connection.isPrivileged
        connection.isPrivileged = true
        defer { connection.isPrivileged = wasPrivileged }
        let quoted = Catalogue.literal(name)
        columns = try connection.texts("SELECT name FROM pragma_table_info(\(quoted))", name: "schema")
        let isKeyed = try connection.texts(
            "SELECT wr FROM pragma_table_list(\(quoted)) WHERE schema = 'main'", name: "schema")
        order =
            isKeyed == ["1"]
            ? try connection.texts(
                "SELECT name FROM pragma_table_info(\(quoted)) WHERE pk > 0 ORDER BY pk", name: "schema")
            : ["rowid"]
    }
}

extension DatabaseConnection {
    /// A statement that is not in the source code, from the last few of them.
    func dynamic(_ sql: String) throws -> Statement {
        if let cached = dynamicStatements[sql], !cached.isBorrowed {
            cached.isBorrowed = true
            return cached
        }
        if dynamicStatements.count > 40 { dynamicStatements.removeAll() }
        var text = sql
        let prepared = try text.withUTF8 { utf8 in
            try unsafe utf8.withMemoryRebound(to: CChar.self) {
                try unsafe prepare($0, name: "row", isPersistent: true).statement
            }
        }
        guard let prepared else { throw DatabaseError(.malformedQuery, "row", "holds no statement") }
        prepared.isBorrowed = true
        dynamicStatements[sql] = prepared
        return prepared
    }
}
