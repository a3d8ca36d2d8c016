package import SQLite
package import Values

/// A picture that lies in the folder of media.
package struct MediaRow: Sendable, Hashable {
    /// SHA-256 of the bytes in 64 hexadecimal digits, which is also the file's name.
    package struct Hash: RawRepresentable, DatabaseValue, Hashable, Sendable {
        /// The digits.
        package let rawValue: String

        /// Unchecked.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// Whether it can be the name of a file here, and of nothing else.
        var isName: Bool {
            rawValue.utf8.count == 64 && rawValue.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        }
    }

    /// Whose it is.
    package let server: ServerRow.ID
    /// The address that it was fetched from, or the id of the intent that sends it.
    package let source: String
    /// What it is kept for.
    package let `class`: MediaClass
    /// Of its bytes.
    package let hash: Hash
    /// In bytes.
    package let size: Int
    /// Wall time; of what was sent: since when it is.
    package let storedAt: Timestamp
    /// Wall time.
    package let usedAt: Timestamp

    /// Which of these have to go: what is too old for its class, and of what is too much for it those that were used longest ago.
    ///
    /// - Parameter now: wall time. What is of the future, before a clock was set back, is not too old.
    static func expired(_ rows: [MediaRow], now: Timestamp) -> [MediaRow] {
        MediaClass.allCases.flatMap { kind in
            let own = rows.filter { $0.class == kind }.sorted { ($0.usedAt, $0.source) > ($1.usedAt, $1.source) }
            var room = kind.room ?? .max
            return own.filter { row in
                if let age = kind.age, now.duration(since: row.storedAt) > age { return true }
                room -= row.size
                return room < 0
            }
        }
    }
}

extension MediaRow: RowDecodable, Bindable {
    /// Columns in the order of the queries.
    package init(row: borrowing Row) throws {
        server = try row.value(0)
        source = try row.value(1)
        `class` = try row.value(2)
        hash = try row.value(3)
        size = try row.value(4)
        storedAt = try row.value(5)
        usedAt = try row.value(6)
    }

    /// Binds ?1 to ?7 of the insertion.
    package func bind(to binder: inout Binder) {
        binder.append(server)
        binder.append(source)
        binder.append(`class`)
        binder.append(hash)
        binder.append(size)
        binder.append(storedAt)
        binder.append(usedAt)
    }

    static let all = Query<MediaRow>(
        "media.all", "SELECT server, source, class, hash, size, stored_at, used_at FROM media")
    static let bySource = Query<MediaRow, ServerRow.ID, String>(
        "media.bySource",
        """
        SELECT server, source, class, hash, size, stored_at, used_at FROM media WHERE server = ?1 AND source = ?2
        """)
    static let upsert = Update<MediaRow>(
        "media.upsert",
        """
        INSERT INTO media (server, source, class, hash, size, stored_at, used_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        ON CONFLICT (server, source) DO UPDATE SET class = excluded.class, hash = excluded.hash, size = excluded.size,
          stored_at = excluded.stored_at, used_at = excluded.used_at
        """)
    static let use = Update<ServerRow.ID, String, Timestamp>(
        "media.use", "UPDATE media SET used_at = ?3 WHERE server = ?1 AND source = ?2")
    static let remove = Update<ServerRow.ID, String>(
        "media.remove", "DELETE FROM media WHERE server = ?1 AND source = ?2")
}
