/// A row of `schema_migration`: what was applied, and the fingerprint it had then.
struct MigrationRecord: RowDecodable {
    let name: String
    let fingerprint: Int64

    init(row: borrowing Row) throws {
        name = try row.value(0)
        fingerprint = try row.value(1)
    }

    static let byVersion = Query<MigrationRecord, Int>(
        "migration.byVersion", "SELECT name, fingerprint FROM schema_migration WHERE version = ?1")
    static let insert = Command<Int, String, Int64>(
        "migration.insert",
        "INSERT INTO schema_migration (version, name, fingerprint, applied) VALUES (?1, ?2, ?3, unixepoch() * 1000000)")
}
