import SQLite

extension Migration {
    /// What was seen is kept for each place: a parent's look after a child's is one of its own.
    static let sightings = Migration(
        "sightings",
        """
        CREATE TABLE sighting (
          alert TEXT NOT NULL REFERENCES alert ON DELETE CASCADE, by TEXT NOT NULL, at INTEGER NOT NULL,
          PRIMARY KEY (alert, by)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO sighting (alert, by, at) SELECT alert, by, at FROM seen;
        DROP TABLE seen;
        ALTER TABLE sighting RENAME TO seen;
        """)
}
