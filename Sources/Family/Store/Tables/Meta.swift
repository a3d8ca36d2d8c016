package import SQLite

/// Small values that belong to no row, by name.
package enum Meta {
    static let get = Query<String, String>("meta.get", "SELECT value FROM meta WHERE key = ?1")
    static let set = Command<String, String>(
        "meta.set",
        "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
}

extension Reading where Self: ~Copyable {
    package borrowing func meta(_ key: String) throws -> String? { try first(Meta.get, key) }
}

extension Transaction {
    package borrowing func setMeta(_ key: String, to value: String) throws { try run(Meta.set, key, value) }
}
