import SQLite

extension Migration {
    /// What is told again, or told others, while nobody has seen an alert; what is told together because it comes close after another
    /// alert; and of what is held, for how long, if it is such a window and no person's quiet hours.
    ///
    /// A row of `follow_up` goes when it was carried out for the last time, or when it is needed no more. A reminder is an alert of its
    /// own, of which `root` is the first telling.
    static let followUps = Migration(
        "followUps",
        """
        CREATE TABLE follow_up (
          alert TEXT NOT NULL REFERENCES alert ON DELETE CASCADE, kind TEXT NOT NULL CHECK (kind IN ('again', 'unseen')),
          rule TEXT NOT NULL, target TEXT NOT NULL, step INTEGER NOT NULL, times INTEGER NOT NULL,
          due_at INTEGER NOT NULL, wait INTEGER NOT NULL, every INTEGER NOT NULL, template TEXT, style TEXT,
          PRIMARY KEY (alert, kind, rule, target, step)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX follow_up_by_time ON follow_up (due_at);
        CREATE TABLE reminder (
          alert TEXT PRIMARY KEY REFERENCES alert ON DELETE CASCADE, root TEXT NOT NULL REFERENCES alert ON DELETE CASCADE,
          kind TEXT NOT NULL CHECK (kind IN ('again', 'unseen')), step INTEGER NOT NULL, times INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reminder_by_root ON reminder (root);
        CREATE TABLE group_window (
          rule TEXT NOT NULL, target TEXT NOT NULL, ends_at INTEGER NOT NULL, span INTEGER NOT NULL,
          holds INTEGER NOT NULL CHECK (holds IN (0, 1)),
          PRIMARY KEY (rule, target)
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE held ADD COLUMN span INTEGER;
        """)
}
