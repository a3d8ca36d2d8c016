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
