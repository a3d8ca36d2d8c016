package import SQLite
package import Values

/// What is told again, or told others, while nobody has seen an alert.
extension WriteTransaction {
    /// Plans what follows deliveries that this commit causes: of those that are told, or will be.
    ///
    /// - Parameter toldAt: when each target is told, where that is not now.
    borrowing func plan(
        _ deliveries: [PlannedDelivery], of alert: AlertRow.Key, toldAt: [String: Timestamp], at now: Timestamp
    ) throws {
        for delivery in deliveries {
            guard let timing = delivery.timing, let rule = delivery.rule else { continue }
            if let again = timing.again, again.times > 0 {
                let due = (toldAt[delivery.target] ?? now).advanced(by: again.every)
                try run(
                    FollowUpTable.plan,
                    NewFollowUp(
                        alert, .again, rule, delivery, delivery.target, 1, again.times, due, again.every, now))
            }
            // Counted from the first who is told.
            let first = deliveries.filter { $0.rule == rule }.map { toldAt[$0.target] ?? now }.min() ?? now
            for (index, rung) in timing.ladder.enumerated() {
                for target in rung.targets {
                    let due = first.advanced(by: rung.after)
                    try run(
                        FollowUpTable.plan,
                        NewFollowUp(
                            alert, .unseen, rule, delivery, target, index + 1, timing.ladder.count, due, rung.after, now
                        ))
                }
            }
        }
    }

    /// Carries out what is due, some at a time: one commit has what is told and what is planned next, so that after a crash neither is
    /// lost or doubled.
    ///
    /// - Parameters:
    ///   - now: in the time in which lanes count.
    ///   - counts: says whether what was seen somewhere counts for a target.
    ///   - leave: says of each that is due whether its target's people may be told now; who may not is written down as left out.
    /// - Returns: How many it looked at; 0 if nothing is due.
    package borrowing func carryOutFollowUps(
        at now: Timestamp, counts: Sightings.Counting,
        leave: (FollowUpRow, FollowUpRow.Subject) -> FollowUpRow.Leave
    ) throws -> Int {
        let due = try all(FollowUpTable.due, now, FollowUpTable.bound)
        for row in due {
            switch try evidence(of: row, counts).decision(row.kind) {
            case .end: try end(row)
            case .wait: try postpone(row, to: row.step, at: now)
            case .tell:
                let isTold = try tell(row, leave, at: now)
                if isTold, row.kind == .again, row.step < row.times {
                    try postpone(row, to: row.step + 1, at: now)
                } else {
                    try end(row)
                }
            }
        }
        return due.count
    }

    private borrowing func end(_ row: FollowUpRow) throws {
        try run(FollowUpTable.end, row.alert, row.kind, row.rule, row.target, row.step)
    }

    private borrowing func postpone(_ row: FollowUpRow, to step: Int, at now: Timestamp) throws {
        try run(
            FollowUpTable.postpone, row.alert, row.kind, row.rule, row.target, row.step, step,
            now.advanced(by: row.every))
    }

    /// - Returns: `false` if its target's people may not be told, now or ever.
    private borrowing func tell(
        _ row: FollowUpRow, _ leave: (FollowUpRow, FollowUpRow.Subject) -> FollowUpRow.Leave, at now: Timestamp
    ) throws -> Bool {
        guard let told = try firstReadable(FollowUpTable.subject, row.alert) else { return false }
        var subject = FollowUpRow.Subject(event: told.event, child: nil, details: told.details)
        if let id = told.child, let server = told.server { subject.child = try child(id, on: server) }
        let heldUntil: Timestamp?
        switch leave(row, subject) {
        case .told(let moment): heldUntil = moment
        case .refused(let reason):
            try keep([DroppedDelivery(target: row.target, rule: row.rule, reason: reason)], of: row.alert)
            return false
        }
        // Several targets of one rung share it.
        try run(FollowUpTable.derive, row.alert, row.derived)
        try run(FollowUpTable.remember, row.derived, row.alert, row.kind, row.step, row.times)
        let delivery = PlannedDelivery(
            target: row.target, rule: row.rule, template: row.template, style: row.style,
            heldUntil: heldUntil)
        // Without a door nothing is born marked: the lane looks by itself.
        _ = try insert([delivery], of: row.derived, isLate: false, at: now)
        return true
    }

    /// A target has taken an alert, or a reminder of it: the next one is counted from then, however long this one was held, or late.
    borrowing func countFollowUps(from number: DeliveryRow.Number, at now: Timestamp) throws {
        try run(FollowUpTable.count, number, now)
    }

    private borrowing func evidence(of row: FollowUpRow, _ counts: Sightings.Counting) throws -> FollowUpEvidence {
        let last = row.kind == .again ? row.step == 1 ? row.alert : row.derived(row.step - 1) : nil
        let standing = try last.flatMap { try firstReadable(FollowUpTable.standing, $0, row.target) }
        let (seen, told) = (try sightings(of: row.alert), try toldFirst(of: row.alert, by: row.rule))
        return FollowUpEvidence(
            isSeen: seen.first(countingFor: row.target, told: told, by: counts) != nil,
            isHandled: try isOver(row.alert),
            last: standing.map { ($0.state, $0.reason) })
    }

    /// Moves what is due along with a wall clock that was set.
    ///
    /// - Parameter now: by the clock as it is now; what was planned after it was set stays.
    package borrowing func moveFollowUps(by step: Duration, now: Timestamp) throws {
        try run(FollowUpTable.move, step.microseconds, now)
    }

    /// At a start, after which a clock may say less than when they were planned: nothing waits longer than it was to wait then.
    package borrowing func shortenFollowUps(at now: Timestamp) throws { try run(FollowUpTable.shorten, now) }
}

extension Reading where Self: ~Copyable {
    /// When the next follow-up is due; `nil` if there is none.
    package borrowing func nextFollowUp() throws -> Timestamp? { try first(FollowUpTable.next) }

    /// What follows an alert, or the one that it reminds of, while nobody sees it; the next at the beginning.
    package borrowing func followUps(of alert: AlertRow.Key) throws -> [FollowUpRow] {
        try readable(FollowUpTable.ofAlert, try first(FollowUpTable.root, alert) ?? alert)
    }

    /// The alerts that are told again, or told others, unless somebody has seen them.
    package borrowing func unseen() throws -> [AlertRow.Key] { try all(FollowUpTable.unseen) }

    /// Whether what an alert, or the one that it reminds of, tells of is over, so that nothing follows.
    borrowing func isOver(_ alert: AlertRow.Key) throws -> Bool {
        try first(FollowUpTable.closed, try first(FollowUpTable.root, alert) ?? alert) ?? false
    }

    /// Whether an alert, or the one that it reminds of, would be told again or told others, since nobody has seen it whose look counts.
    package borrowing func waitsToBeSeen(_ alert: AlertRow.Key, by counts: Sightings.Counting) throws -> Bool {
        guard try !isOver(alert) else { return false }
        let seen = try sightings(of: alert)
        for row in try followUps(of: alert) {
            let told = try toldFirst(of: row.alert, by: row.rule)
            if seen.first(countingFor: row.target, told: told, by: counts) == nil { return true }
        }
        return false
    }
}

extension Store {
    /// A sign for each commit that planned something to follow; subscribe before the first look.
    package func newFollowUps() -> AsyncMapSequence<ChangeFeed, Void> {
        database.changes(to: ["follow_up"]).map { _ in }
    }
}

/// The columns of a new follow-up.
private struct NewFollowUp: Bindable {
    private let (alert, kind, rule): (AlertRow.Key, Reminder.Kind, String)
    private let delivery: PlannedDelivery
    private let target: String
    private let (step, times): (Int, Int)
    private let (due, every, now): (Timestamp, Duration, Timestamp)

    init(
        _ alert: AlertRow.Key, _ kind: Reminder.Kind, _ rule: String, _ delivery: PlannedDelivery, _ target: String,
        _ step: Int, _ times: Int, _ due: Timestamp, _ every: Duration, _ now: Timestamp
    ) {
        (self.alert, self.kind, self.rule, self.delivery, self.target) = (alert, kind, rule, delivery, target)
        (self.step, self.times, self.due, self.every, self.now) = (step, times, due, every, now)
    }

    func bind(to binder: inout Binder) {
        binder.append(alert)
        binder.append(kind)
        binder.append(rule)
        binder.append(target)
        binder.append(step)
        binder.append(times)
        binder.append(due)
        binder.append(due.duration(since: now).microseconds)
        binder.append(every.microseconds)
        binder.append(delivery.template)
        binder.append(delivery.style)
        binder.append(delivery.target)
    }
}

private enum FollowUpTable {
    struct Standing: RowDecodable {
        let state: DeliveryRow.State
        let reason: FailureReason?

        init(row: borrowing Row) throws {
            state = try row.value(0)
            reason = try? row.value(1)
        }
    }

    struct Subject: RowDecodable {
        let event: AlertRow.Event
        let server: ServerRow.ID?
        let child: ChildRow.ID?
        let details: String?

        init(row: borrowing Row) throws {
            event = try row.value(0)
            server = try row.value(1)
            child = try row.value(2)
            details = try row.value(3)
        }
    }

    /// Carried out in one commit.
    static let bound = 100

    // What is skipped or was told before is not followed, nor what only says that a matter is over.
    static let plan = Update<NewFollowUp>(
        "followUp.plan",
        """
        INSERT INTO follow_up (alert, kind, rule, target, step, times, due_at, wait, every, template, style)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 FROM delivery d JOIN alert a ON a.key = d.alert
        WHERE d.alert = ?1 AND d.target = ?12 AND d.state IN ('queued', 'attempting') AND a.closes = 0
        ON CONFLICT (alert, kind, rule, target, step) DO NOTHING
        """)

    static let next = Query<Timestamp>("followUp.next", "SELECT due_at FROM follow_up ORDER BY due_at LIMIT 1")

    static let due = Query<FollowUpRow, Timestamp, Int>(
        "followUp.due",
        """
        SELECT alert, kind, rule, target, step, times, due_at, every, template, style FROM follow_up
        WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2
        """)

    static let ofAlert = Query<FollowUpRow, AlertRow.Key>(
        "followUp.ofAlert",
        """
        SELECT alert, kind, rule, target, step, times, due_at, every, template, style FROM follow_up
        WHERE alert = ?1 ORDER BY due_at, target
        """)

    static let unseen = Query<AlertRow.Key>(
        "followUp.unseen",
        """
        SELECT DISTINCT f.alert FROM follow_up f JOIN alert a ON a.key = f.alert
        WHERE NOT EXISTS (
          SELECT 1 FROM alert later WHERE later.thread = a.thread AND later.closes = 1 AND later.rowid > a.rowid)
        ORDER BY f.alert LIMIT 1000
        """)

    static let end = Update<AlertRow.Key, Reminder.Kind, String, String, Int>(
        "followUp.end",
        "DELETE FROM follow_up WHERE alert = ?1 AND kind = ?2 AND rule = ?3 AND target = ?4 AND step = ?5")

    static let postpone = Update<AlertRow.Key, Reminder.Kind, String, String, Int, Int, Timestamp>(
        "followUp.postpone",
        """
        UPDATE follow_up SET step = ?6, due_at = ?7, wait = every
        WHERE alert = ?1 AND kind = ?2 AND rule = ?3 AND target = ?4 AND step = ?5
        """)

    // `due_at - wait` is when it was planned. Of a step back what is due behind all that waits now was planned before it, too.
    static let move = Update<Int64, Timestamp>(
        "followUp.move",
        """
        UPDATE follow_up SET due_at = due_at + ?1 WHERE iif(
          ?1 < 0, due_at - wait > ?2 OR due_at > ?2 - ?1, due_at - wait <= ?2 - ?1)
        """)

    static let shorten = Update<Timestamp>(
        "followUp.shorten", "UPDATE follow_up SET due_at = ?1 + wait WHERE due_at > ?1 + wait")

    static let subject = Query<Subject, AlertRow.Key>(
        "followUp.subject", "SELECT event, server, child, details FROM alert WHERE key = ?1")

    static let count = Update<DeliveryRow.Number, Timestamp>(
        "followUp.count",
        """
        UPDATE follow_up SET due_at = ?2 + every, wait = every
        WHERE (alert, kind, target, step) IN (
          SELECT coalesce(r.root, d.alert), 'again', d.target, 1 + coalesce(r.step, 0)
          FROM delivery d LEFT JOIN reminder r ON r.alert = d.alert
          WHERE d.number = ?1 AND coalesce(r.kind, 'again') = 'again')
        """)

    // It stands alone: what edits or gathers the messages of a matter would make it one that nobody hears.
    static let derive = Update<AlertRow.Key, AlertRow.Key>(
        "followUp.derive",
        """
        INSERT INTO alert
          (key, event, server, child, txn, rule, threshold, balance, late, created_at, subject, sentence, since, over, details,
           revision)
        SELECT ?2, event, server, child, txn, rule, threshold, balance, late, created_at, subject, sentence, since, over, details,
          revision
        FROM alert WHERE key = ?1 ON CONFLICT (key) DO NOTHING
        """)

    static let remember = Update<AlertRow.Key, AlertRow.Key, Reminder.Kind, Int, Int>(
        "followUp.remember",
        """
        INSERT INTO reminder (alert, root, kind, step, times) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (alert) DO NOTHING
        """)

    static let root = Query<AlertRow.Key, AlertRow.Key>("followUp.root", "SELECT root FROM reminder WHERE alert = ?1")

    static let standing = Query<Standing, AlertRow.Key, String>(
        "followUp.standing", "SELECT state, reason FROM delivery WHERE alert = ?1 AND target = ?2")

    static let closed = Query<Bool, AlertRow.Key>(
        "followUp.closed",
        """
        SELECT EXISTS (
          SELECT 1 FROM alert a JOIN alert later ON later.thread = a.thread
          WHERE a.key = ?1 AND later.closes = 1 AND later.rowid > a.rowid)
        """)
}
