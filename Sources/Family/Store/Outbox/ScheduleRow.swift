package import SQLite
package import Values

/// How far something that is told at set times has come.
package struct ScheduleRow: Sendable, Hashable {
    /// Of a rule `summary|<rule>`, or `drill`.
    package let name: String
    /// When it comes, in one spelling; another one is another schedule.
    package let spec: String
    /// Occasions up to then are dealt with, on this machine's clock.
    package let reckonedAt: Timestamp

    /// - Parameter spec: compared, and not read.
    package init(name: String, spec: String, reckonedAt: Timestamp) {
        (self.name, self.spec, self.reckonedAt) = (name, spec, reckonedAt)
    }
}

extension ScheduleRow: RowDecodable, Bindable {
    /// Columns in the order of the queries.
    package init(row: borrowing Row) throws {
        name = try row.value(0)
        spec = try row.value(1)
        reckonedAt = try row.value(2)
    }

    /// Binds ?1 to ?3.
    package func bind(to binder: inout Binder) {
        binder.append(name)
        binder.append(spec)
        binder.append(reckonedAt)
    }
}

extension Reading where Self: ~Copyable {
    /// In the order of their names.
    package borrowing func schedules() throws -> [ScheduleRow] { try readable(ScheduleTable.all) }
}

/// What is told at a set time is written in the transaction that says that its occasion is dealt with.
extension WriteTransaction {
    /// Remembers how far it has come.
    package borrowing func reckon(_ schedule: ScheduleRow) throws { try run(ScheduleTable.upsert, schedule) }

    /// Nobody wants it any more.
    package borrowing func forgetSchedule(_ name: String) throws { try run(ScheduleTable.remove, name) }

    /// Inserts an alert about no single child, or nothing if it is there.
    ///
    /// - Parameter moment: at which it was to be told.
    /// - Returns: What is born marked, for `Store.writeAlerts`; `nil` if nothing is new.
    package borrowing func insert(
        _ alert: PlannedAlert, dueAt moment: Timestamp, isLate: Bool, at now: Timestamp
    ) throws -> [BornDelivery]? {
        guard try run(ScheduleTable.insert, TimedAlert(alert, moment, isLate: isLate, at: now)) == 1 else { return nil }
        try keep(alert.dropped, of: alert.key)
        return try insert(alert.deliveries, of: alert.key, isLate: isLate, at: now)
    }

    /// What an alert says that was told of an occasion; `nil` if none was, or of another one.
    ///
    /// - Parameter moment: at which it was to be told.
    package borrowing func told(_ alert: AlertRow.Key, dueAt moment: Timestamp) throws -> String? {
        try first(ScheduleTable.told, alert, moment) ?? nil
    }

    /// Writes down that an occasion went by and nobody was told, unless somebody was: its deliveries are skipped. Under a key of its own,
    /// so that a clock that was wrong when it said so keeps nobody from being told at the right time.
    package borrowing func record(
        missed alert: PlannedAlert, dueAt moment: Timestamp, why detail: String, at now: Timestamp
    ) throws {
        guard try first(ScheduleTable.exists, alert.key) == nil else { return }
        let key = AlertRow.Key(rawValue: "\(alert.key.rawValue)|missed")
        guard try run(ScheduleTable.insert, TimedAlert(alert, key: key, moment, isLate: true, at: now)) == 1 else {
            return
        }
        for delivery in alert.deliveries {
            try run(
                AlertTable.insertDelivery, key, delivery.target, delivery.rule, delivery.template, true, now,
                delivery.style, nil)
            try run(ScheduleTable.skip, key, delivery.target, .missed, detail, now)
        }
    }
}

/// The columns of an alert at a set time.
private struct TimedAlert: Bindable {
    private let alert: PlannedAlert
    private let key: AlertRow.Key
    private let dueAt: Timestamp
    private let isLate: Bool
    private let now: Timestamp

    init(_ alert: PlannedAlert, key: AlertRow.Key? = nil, _ dueAt: Timestamp, isLate: Bool, at now: Timestamp) {
        self.alert = alert
        self.key = key ?? alert.key
        self.dueAt = dueAt
        self.isLate = isLate
        self.now = now
    }

    func bind(to binder: inout Binder) {
        binder.append(key)
        binder.append(alert.event)
        binder.append(alert.rule)
        binder.append(isLate)
        binder.append(now)
        binder.append(dueAt)
        binder.append(alert.thread)
        binder.append(alert.closesThread)
        binder.append(alert.details)
    }
}

private enum ScheduleTable {
    static let all = Query<ScheduleRow>("schedule.all", "SELECT name, spec, reckoned_at FROM schedule ORDER BY name")

    static let upsert = Update<ScheduleRow>(
        "schedule.upsert",
        """
        INSERT INTO schedule (name, spec, reckoned_at) VALUES (?1, ?2, ?3)
        ON CONFLICT (name) DO UPDATE SET spec = ?2, reckoned_at = ?3
        """)

    static let remove = Update<String>("schedule.remove", "DELETE FROM schedule WHERE name = ?1")

    static let exists = Query<Int, AlertRow.Key>("schedule.exists", "SELECT 1 FROM alert WHERE key = ?1")

    static let told = Query<String?, AlertRow.Key, Timestamp>(
        "schedule.told", "SELECT details FROM alert WHERE key = ?1 AND since = ?2")

    /// Without a child the table asks for a subject and a sentence; these have none.
    static let insert = Update<TimedAlert>(
        "schedule.insert",
        """
        INSERT INTO alert (key, event, rule, late, created_at, since, thread, closes, details, subject, sentence)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, '', '') ON CONFLICT (key) DO NOTHING
        """)

    static let skip = Update<AlertRow.Key, String, FailureReason, String, Timestamp>(
        "schedule.skip",
        """
        UPDATE delivery SET state = 'skipped', reason = ?3, detail = ?4, updated_at = ?5
        WHERE alert = ?1 AND target = ?2 AND state = 'queued'
        """)
}
