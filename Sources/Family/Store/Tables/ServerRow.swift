package import SQLite

/// A server of families; ids of children and transactions are unique only within one.
package struct ServerRow: Sendable, Hashable {
    /// Of this store alone; rows of facts carry it in place of the origin.
    package struct ID: RawRepresentable, DatabaseValue, Hashable, Sendable {
        /// The row's `INTEGER PRIMARY KEY`.
        package let rawValue: Int

        /// For rows; nobody else makes ids.
        package init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Never changes, and no server is ever removed.
    package let id: ID
    /// Scheme, host and port, as `https://allowance.example.org`.
    package let origin: String
}

extension ServerRow: RowDecodable {
    /// Id, origin.
    package init(row: borrowing Row) throws {
        id = try row.value(0)
        origin = try row.value(1)
    }

    static let origin = Query<String, ID>("server.origin", "SELECT origin FROM server WHERE id = ?1")
    static let withOrigin = Query<ID, String>("server.withOrigin", "SELECT id FROM server WHERE origin = ?1")
    static let all = Query<ServerRow>("server.all", "SELECT id, origin FROM server ORDER BY id")
    static let insert = Query<ServerRow, String>(
        "server.insert",
        "INSERT INTO server (origin) VALUES (?1) ON CONFLICT (origin) DO UPDATE SET origin = origin RETURNING id, origin"
    )
}

extension Reading where Self: ~Copyable {
    /// Scheme, host and port; `nil` of a server that is not known.
    package borrowing func origin(of server: ServerRow.ID) throws -> String? { try first(ServerRow.origin, server) }
    /// The server of this origin; `nil` for one that is not known.
    package borrowing func server(origin: String) throws -> ServerRow.ID? { try first(ServerRow.withOrigin, origin) }
}

extension WriteTransaction {
    /// The server of this origin, made if it is new.
    package borrowing func ensureServer(origin: String) throws -> ServerRow {
        guard let server = try first(ServerRow.insert, origin) else {
            throw DatabaseError(.other, "server.insert", "the new row was not returned")
        }
        return server
    }
}
