import SQLite

extension Migration {
    /// Deliveries that nobody is to be told before a moment, because the person whose target it is has quiet hours. Their state is
    /// `queued`; a row goes when it is let go, or when a person takes the delivery in hand.
    static let held = Migration(
        "held",
        """
        CREATE TABLE held (
          delivery INTEGER PRIMARY KEY REFERENCES delivery ON DELETE CASCADE, target TEXT NOT NULL, until INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX held_by_target ON held (target, until);
        """)
}
