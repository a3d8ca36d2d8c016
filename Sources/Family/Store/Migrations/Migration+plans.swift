import SQLite

extension Migration {
    /// What earlier versions noted of the tables' sizes at their end, once those were small: SQLite goes by it for as long as it is there.
    static let plans = Migration("plans", "DROP TABLE IF EXISTS sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4;")
}
