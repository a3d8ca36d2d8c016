import SQLite

extension Migration {
    /// Whatever ends an intent, its picture is one that was sent from then on: the age at which it goes begins.
    ///
    /// By a trigger, so that no statement can forget it.
    static let photos = Migration(
        "photos",
        """
        CREATE TRIGGER intent_photo AFTER UPDATE OF state ON intent
          WHEN old.state <> new.state AND new.settled_at IS NOT NULL BEGIN
          UPDATE media SET class = 'sent', stored_at = new.settled_at
            WHERE server = new.server AND source = new.id AND class = 'unsent';
        END;
        """)
}
