package import SQLite
package import Values

/// An alert with all that the store knows of how it came about and what became of it.
package struct AlertHistory: Sendable {
    package let alert: AlertRow
    /// `nil` of an alert about the program itself.
    package let child: ChildRow?
    /// What it tells of, as it is today; `nil` for a balance without a cause and for the program itself.
    package let transaction: TransactionRow?
    /// Accounts that read the child's list today.
    package let accounts: [String]
    /// In the order in which they were caused.
    package let deliveries: [DeliveryHistory]
    /// Whom rules wanted to tell who may not know.
    package let dropped: [DroppedDelivery]
    /// Where people have seen it, or a reminder of it; the first look at the beginning.
    package let sightings: [SeenRow]
    /// What tells it again, or tells others, as far as its time has come; empty of a reminder.
    package let reminders: [ToldReminder]
    /// What is to, unless somebody sees it; empty of a reminder.
    package let followUps: [FollowUpRow]
    /// Wall time of the alert that ended its matter; `nil` while that goes on, and of what has none.
    package let overAt: Timestamp?

    /// The first look, whoever's.
    package var seen: SeenRow? { sightings.first }

    /// Whom a rule told first of it.
    package func toldFirst(by rule: String?) -> [String] {
        deliveries.compactMap { $0.delivery.work?.delivery }.filter { $0.rule == rule }.map(\.target)
    }

    fileprivate init?(of key: AlertRow.Key, in snapshot: borrowing Snapshot) throws {
        guard let row = try snapshot.firstReadable(PlacedAlert.withKey, key) else { return nil }
        var alert = row.alert
        alert.reminder = try snapshot.firstReadable(AlertHistoryTable.reminder, key)?.reminder
        self.alert = alert
        let child: ChildRow? =
            if let id = row.child, let server = row.server { try snapshot.child(id, on: server) } else { nil }
        self.child = child
        transaction =
            if let id = row.transaction, let server = row.server {
                try snapshot.transaction(id, on: server)
            } else { nil }
        accounts = if let child { try snapshot.accountNames(reading: child) } else { [] }
        var deliveries: [DeliveryHistory] = []
        for number in try snapshot.readable(AlertHistoryTable.deliveries, key) {
            if let history = try snapshot.history(of: number) { deliveries.append(history) }
        }
        self.deliveries = deliveries
        dropped = try snapshot.dropped(of: key)
        sightings = try snapshot.sightings(of: key)
        let isFirst = alert.reminder == nil
        reminders = isFirst ? try snapshot.readable(AlertHistoryTable.reminders, key) : []
        followUps = isFirst ? try snapshot.followUps(of: key) : []
        overAt = try snapshot.first(AlertHistoryTable.over, key)
    }
}

/// One target's reminder of an alert, and what has become of it.
package struct ToldReminder: Sendable {
    package let reminder: Reminder
    package let delivery: DeliveryRow.Number
    package let target: String
    package let rule: String?
    package let state: DeliveryRow.State
    /// Why it is not delivered, where that is known.
    package let reason: FailureReason?
    package let detail: String?
    /// Wall time at which it was its turn.
    package let causedAt: Timestamp
}

extension ToldReminder: RowDecodable {
    /// Kind, step, times; number, target, state, reason, detail, birth and rule of the delivery.
    package init(row: borrowing Row) throws {
        reminder = Reminder(kind: try row.value(0), step: try row.value(1), times: try row.value(2))
        delivery = try row.value(3)
        target = try row.value(4)
        state = try row.value(5)
        reason = try? row.value(6)
        detail = try row.value(7)
        causedAt = try row.value(8)
        rule = try row.value(9)
    }
}

/// What a hub announced about a transaction.
package struct HeardHint: Sendable {
    package let hint: HintRow
    /// Whose hub it was.
    package let account: String
}

extension HeardHint: RowDecodable {
    /// The columns of a hint, and the account's name.
    package init(row: borrowing Row) throws {
        hint = try HintRow(row: row)
        account = try row.value(10)
    }
}

/// Something that a person asks about: a transaction, or alerts alone.
package struct ExplainedMatter: Sendable {
    package let transaction: TransactionRow?
    package let child: ChildRow?
    /// Settled hints are kept for two weeks.
    package let hints: [HeardHint]
    /// In the order in which they were made.
    package let alerts: [AlertHistory]

    /// Of alerts alone.
    package init(_ alerts: [AlertHistory], of child: ChildRow?) { self.init(nil, child, [], alerts) }

    fileprivate init(
        _ transaction: TransactionRow?, _ child: ChildRow?, _ hints: [HeardHint], _ alerts: [AlertHistory]
    ) {
        (self.transaction, self.child, self.hints, self.alerts) = (transaction, child, hints, alerts)
    }
}

/// Finds what a person asks about, and all that explains it.
package struct Explaining: Sendable {
    private let store: Store

    package init(_ store: Store) { self.store = store }

    /// What there is to tell of an alert; `nil` if there is none with this key.
    package func matter(ofAlert key: AlertRow.Key) async throws(StoreError) -> ExplainedMatter? {
        try await store.read("explain.alert") { snapshot in
            guard let history = try AlertHistory(of: key, in: snapshot) else { return nil }
            return try snapshot.matter(history.transaction, history.child, [history])
        }
    }

    /// What there is to tell of a transaction: perhaps no alert.
    package func matter(of transaction: TransactionRow) async throws(StoreError) -> ExplainedMatter {
        try await store.read("explain.transaction") { snapshot in
            let child = try snapshot.child(transaction.child, on: transaction.server)
            let keys = try snapshot.readable(AlertHistoryTable.ofTransaction, transaction.server, transaction.id)
            return try snapshot.matter(transaction, child, try snapshot.histories(of: keys))
        }
    }

    /// The alerts of a record, by its id; empty for none.
    package func alerts(ofRecord id: String) async throws(StoreError) -> [AlertHistory] {
        try await store.read("explain.record") { snapshot in
            try snapshot.histories(
                of: snapshot.readable(AlertHistoryTable.ofRecord, "|" + id, atMost: 20) { _ in true })
        }
    }

    /// Transactions whose ids begin so, a few at most. Withdrawn ones are found.
    package func transactions(startingWith prefix: String) async throws(StoreError) -> [TransactionRow] {
        try await store.read("explain.prefix") { snapshot in
            var found: [TransactionRow] = []
            for server in try snapshot.readable(AlertHistoryTable.servers) {
                let ids = try snapshot.readable(AlertHistoryTable.startingWith, server, prefix, prefix + "~")
                for id in ids { if let row = try snapshot.transaction(id, on: server) { found.append(row) } }
            }
            return found
        }
    }
}

extension Snapshot {
    fileprivate borrowing func matter(
        _ transaction: TransactionRow?, _ child: ChildRow?, _ alerts: [AlertHistory]
    ) throws -> ExplainedMatter {
        let hints =
            if let transaction {
                try readable(
                    AlertHistoryTable.hints, transaction.server, transaction.id, transaction.child,
                    transaction.firstSeenAt)
            } else { [HeardHint]() }
        return ExplainedMatter(transaction, child, hints, alerts)
    }

    fileprivate borrowing func histories(of keys: [AlertRow.Key]) throws -> [AlertHistory] {
        var histories: [AlertHistory] = []
        for key in keys { if let history = try AlertHistory(of: key, in: self) { histories.append(history) } }
        return histories
    }
}

private enum AlertHistoryTable {
    struct Reminding: RowDecodable {
        let reminder: Reminder

        init(row: borrowing Row) throws {
            reminder = Reminder(kind: try row.value(0), step: try row.value(1), times: try row.value(2))
        }
    }

    static let deliveries = Query<DeliveryRow.Number, AlertRow.Key>(
        "explain.deliveries", "SELECT number FROM delivery WHERE alert = ?1 ORDER BY number")

    static let reminder = Query<Reminding, AlertRow.Key>(
        "explain.reminder", "SELECT kind, step, times FROM reminder WHERE alert = ?1")

    static let reminders = Query<ToldReminder, AlertRow.Key>(
        "explain.reminders",
        """
        SELECT r.kind, r.step, r.times, d.number, d.target, d.state, d.reason, d.detail, d.created_at, d.rule
        FROM reminder r CROSS JOIN delivery d ON d.alert = r.alert WHERE r.root = ?1 ORDER BY d.number
        """)

    static let over = Query<Timestamp, AlertRow.Key>(
        "explain.over",
        """
        SELECT later.created_at FROM alert a CROSS JOIN alert later ON later.thread = a.thread
        WHERE a.key = ?1 AND later.closes = 1 AND later.rowid > a.rowid ORDER BY later.rowid LIMIT 1
        """)

    static let ofTransaction = Query<AlertRow.Key, ServerRow.ID, TransactionRow.ID>(
        "explain.ofTransaction", "SELECT key FROM alert WHERE server = ?1 AND txn = ?2 ORDER BY created_at, key")

    static let ofRecord = Query<AlertRow.Key, String>(
        "explain.ofRecord", "SELECT key FROM alert WHERE instr(key, ?1) > 0 ORDER BY created_at DESC")

    static let servers = Query<ServerRow.ID>("explain.servers", "SELECT id FROM server ORDER BY id")

    static let startingWith = Query<TransactionRow.ID, ServerRow.ID, String, String>(
        "explain.startingWith", "SELECT id FROM txn WHERE server = ?1 AND id >= ?2 AND id < ?3 ORDER BY id LIMIT 6")

    /// Those that name the transaction, and those about the child that this look at its list settled.
    static let hints = Query<HeardHint, ServerRow.ID, TransactionRow.ID, ChildRow.ID, Timestamp>(
        "explain.hints",
        """
        SELECT h.id, h.account, h.target, h.child, h.txn, h.journal, h.received_at, h.state, h.scans, h.settled_at, a.name
        FROM hint h JOIN account a ON a.id = h.account
        WHERE a.server = ?1 AND (h.txn = ?2 OR (h.txn IS NULL AND h.child = ?3 AND h.settled_at = ?4)) ORDER BY h.id LIMIT 10
        """)
}
