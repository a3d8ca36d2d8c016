package import SQLite
package import Values

/// A problem of the program itself that people have been told of, and that is not over.
package struct ToldProblem: Sendable, Hashable {
    /// With ``subject`` the table's key: of one trouble nobody is told twice.
    package let event: AlertRow.Event
    /// An account's or a target's name; empty for the program as a whole.
    package let subject: String
    /// When it began, as it was told.
    package let since: Timestamp
    /// What it is about has worked since it was told, and has not failed after that.
    package let isProven: Bool
}

extension ToldProblem: RowDecodable {
    /// Event, subject, moment, proof.
    package init(row: borrowing Row) throws {
        event = try row.value(0)
        subject = try row.value(1)
        since = try row.value(2)
        isProven = try row.value(3)
    }
}

extension Reading where Self: ~Copyable {
    /// What has been told and is not over, in any order.
    package borrowing func toldProblems() throws -> [ToldProblem] { try readable(ProblemTable.told) }
}

/// Alerts about the program itself are written in the transaction that remembers that they are.
extension WriteTransaction {
    /// Plans an alert that says that a problem has begun, or that it is over.
    ///
    /// - Parameters:
    ///   - event: one that is about the program itself.
    ///   - deliveries: one for each target.
    ///   - barred: targets whose readers may not know, also not that it is over.
    /// - Returns: What is born marked, for `Store.writeAlerts`; `nil` if nothing is new: it has been told and is not over, or what is
    ///   over was never told.
    package borrowing func tell(
        _ notice: AlertRow.Notice, as event: AlertRow.Event, to deliveries: [PlannedDelivery],
        barred: Set<String> = [], at now: Timestamp
    ) throws -> [BornDelivery]? {
        let told = try first(ProblemTable.since, event, notice.subject)
        guard (told != nil) == notice.isOver else { return nil }
        // Not the moment of its beginning: the same one may be told, be over, and be back.
        let key = AlertRow.Key(
            rawValue: "\(notice.isOver ? "over" : "problem")|\(event.rawValue)|\(notice.subject)|\(now)")
        guard try run(ProblemTable.insert, NewNotice(key, event, notice, at: now)) == 1 else { return nil }
        if notice.isOver {
            try run(ProblemTable.end, event, notice.subject)
        } else {
            try run(ProblemTable.begin, event, notice.subject, notice.since, key)
        }
        return try insert(deliveries, of: key, closes: notice.isOver, barred: barred, isLate: false, at: now)
    }

    /// What it was about is watched no longer, so nobody is told how it ended.
    package borrowing func forgetProblem(_ event: AlertRow.Event, of subject: String) throws {
        try run(ProblemTable.end, event, subject)
    }
}

/// The columns of an alert without a child.
struct NewNotice: Bindable {
    private let key: AlertRow.Key
    private let event: AlertRow.Event
    private let notice: AlertRow.Notice
    private let now: Timestamp

    init(_ key: AlertRow.Key, _ event: AlertRow.Event, _ notice: AlertRow.Notice, at now: Timestamp) {
        self.key = key
        self.event = event
        self.notice = notice
        self.now = now
    }

    func bind(to binder: inout Binder) {
        binder.append(key)
        binder.append(event)
        binder.append(now)
        binder.append(notice.subject)
        binder.append(notice.sentence)
        binder.append(notice.since)
        binder.append(notice.isOver)
        binder.append(AlertRow.thread(of: event, notice.subject))
    }
}

private enum ProblemTable {
    static let told = Query<ToldProblem>("problem.told", "SELECT event, subject, since, proven FROM problem")

    static let since = Query<Timestamp, AlertRow.Event, String>(
        "problem.since", "SELECT since FROM problem WHERE event = ?1 AND subject = ?2")

    static let begin = Update<AlertRow.Event, String, Timestamp, AlertRow.Key>(
        "problem.begin", "INSERT INTO problem (event, subject, since, alert) VALUES (?1, ?2, ?3, ?4)")

    static let end = Update<AlertRow.Event, String>(
        "problem.end", "DELETE FROM problem WHERE event = ?1 AND subject = ?2")

    static let insert = Update<NewNotice>(
        "problem.insert",
        """
        INSERT INTO alert (key, event, late, created_at, subject, sentence, since, over, thread, closes)
        VALUES (?1, ?2, 0, ?3, ?4, ?5, ?6, ?7, ?8, ?7) ON CONFLICT (key) DO NOTHING
        """)
}
