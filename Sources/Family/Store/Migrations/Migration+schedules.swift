import SQLite

extension Migration {
    /// Up to when the occasions of what is told at set times are dealt with, so that each is told once and none that was before
    /// somebody wanted it. `alert_drills` finds the few drills among all alerts.
    static let schedules = Migration(
        "schedules",
        """
        CREATE TABLE schedule (
          name TEXT PRIMARY KEY, spec TEXT NOT NULL, reckoned_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX alert_drills ON alert (created_at) WHERE event = 'drill';
        """)
}
