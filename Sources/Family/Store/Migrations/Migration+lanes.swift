import SQLite

extension Migration {
    /// What lanes ask for is found without a look at all that waits.
    static let lanes = Migration(
        "lanes",
        """
        -- What failed before and waits for its next attempt: few, however much waits.
        CREATE INDEX delivery_tried ON delivery (target, due_at) WHERE state IN ('queued', 'in-doubt') AND attempts > 0;
        """)

    /// How an alert of a rule looks: its title, urgency, tags, icon and link, in the relay's own words.
    static let styles = Migration("styles", "ALTER TABLE delivery ADD COLUMN style TEXT")
}
