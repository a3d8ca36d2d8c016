package import SQLite
import Values

/// Alerts are written in the transaction that changes the facts that cause them.
extension WriteTransaction {
    /// Inserts an alert with its deliveries, or nothing if the fact has had its alert: then whatever the rules have
    /// become in between, nobody is told again.
    ///
    /// - Returns: What is born marked, for `Store.writeAlerts`; `nil` if nothing is new.
    package borrowing func insert(_ alert: PlannedAlert, for change: FactChange) throws -> [BornDelivery]? {
        guard try run(AlertTable.insert, NewAlert(alert, change)) == 1 else { return nil }
        try keep(alert.dropped, of: alert.key)
        return try insert(
            alert.deliveries, of: alert.key, closes: alert.closesThread, barred: alert.barred, isLate: change.isLate,
            at: change.at)
    }

    borrowing func insert(
        _ deliveries: [PlannedDelivery], of alert: AlertRow.Key, closes: Bool = false, barred: Set<String> = [],
        isLate: Bool, at now: Timestamp
    ) throws -> [BornDelivery] {
        var born: [BornDelivery] = []
        var toldAt: [String: Timestamp] = [:]
        let ended = try closes ? ending(alert, at: now) : .none
        for delivery in ended.extended(deliveries, barred: barred) {
            if let other = delivery.givesWayTo, try isPlanned(other, for: delivery.target) { continue }
            try run(
                AlertTable.insertDelivery, alert, delivery.target, delivery.rule, delivery.template, isLate, now,
                delivery.style, delivery.living)
            if ended.unheard.contains(delivery.target) {
                try skipEnd(alert, for: delivery.target, at: now)
                continue
            }
            // What only changes a message wakes nobody, and belies nobody's silence.
            if !ended.changes(delivery.target) {
                if try skipsSilenced(alert, for: delivery.target, told: delivery.heldUntil ?? now, at: now) { continue }
                if try skipsInhibited(alert, delivery, at: now) { continue }
                if let window = try waits(delivery, at: now) {
                    try hold(alert, for: delivery.target, until: window.until, gatheredFor: window.span)
                    toldAt[delivery.target] = window.until
                    continue
                }
            }
            // What is late hurries nobody: others may come with it, and be told together.
            guard !isLate, let door = delivery.door, door.isOpen else { continue }
            if let marked = try mark(alert, delivery.target, door, at: now) { born.append(marked) }
        }
        try plan(deliveries, of: alert, toldAt: toldAt, at: now)
        return born
    }

    /// Until when a delivery is held, for quiet hours or to be gathered with others; `nil`: it is told at once.
    private borrowing func waits(
        _ delivery: PlannedDelivery, at now: Timestamp
    ) throws -> (until: Timestamp, span: Duration?)? {
        if try livesOn(delivery, at: now) { return nil }
        if let moment = delivery.heldUntil { return (moment, nil) }
        guard delivery.living == nil, let window = try gathers(delivery, at: now) else { return nil }
        return (window.until, window.span)
    }

    /// Marks the first attempt of a delivery that this commit causes, if nothing waits before it and the lane is not busy.
    ///
    /// It is the mark that a lane would make: on the disk before the first byte, and after a crash in doubt.
    private borrowing func mark(
        _ alert: AlertRow.Key, _ target: String, _ door: LaneDoor, at now: Timestamp
    ) throws -> BornDelivery? {
        let underWay = try all(LaneTable.marked, target)
        guard underWay.count < door.limit, let number = try first(AlertTable.firstInLine, alert, target) else {
            return nil
        }
        var body: [UInt8]?
        if let makeBody = door.body {
            // One that cannot be read is left to the lane's look, which gives it up.
            guard let work = try delivery(number)?.work else { return nil }
            body = makeBody(work)
        }
        guard try begin(AttemptStart(number, body: body), now: now) else { return nil }
        // Anew: with the mark, and the bytes that are stored with it.
        return try delivery(number)?.work.map { work in
            BornDelivery(work: work, previous: underWay.last?.number, door: door)
        }
    }
}

/// The columns of a new alert.
struct NewAlert: Bindable {
    private let alert: PlannedAlert
    private let change: FactChange

    init(_ alert: PlannedAlert, _ change: FactChange) {
        self.alert = alert
        self.change = change
    }

    func bind(to binder: inout Binder) {
        binder.append(alert.key)
        binder.append(alert.event)
        binder.append(change.child.server)
        binder.append(change.child.id)
        binder.append(transaction)
        binder.append(alert.rule)
        binder.append(alert.threshold)
        binder.append(alert.balance)
        binder.append(change.isLate)
        binder.append(change.at)
        binder.append(alert.thread)
        binder.append(alert.closesThread)
        binder.append(alert.details)
    }

    private var transaction: TransactionRow.ID? {
        switch change.kind {
        case .transactionAdded(let row), .transactionReplaced(let row), .transactionWithdrawn(let row),
            .transactionEdited(let row, _, _):
            row.id
        // What pays for a record may not be listed yet.
        case .record: nil
        case .balanceChanged(_, _, let cause): cause
        }
    }
}

enum AlertTable {
    static let insert = Update<NewAlert>(
        "alert.insert",
        """
        INSERT INTO alert
          (key, event, server, child, txn, rule, threshold, balance, late, created_at, thread, closes, details, revision)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
          1 + ifnull((SELECT number FROM txn_revision WHERE server = ?3 AND txn = ?5 ORDER BY number DESC LIMIT 1), 0))
        ON CONFLICT (key) DO NOTHING
        """)

    /// What a store that this one follows has told, or this one in rows that are gone, is told already.
    static let insertDelivery = Update<AlertRow.Key, String, String?, String?, Bool, Timestamp, String?, String?>(
        "delivery.insert",
        """
        INSERT INTO delivery
          (alert, target, rule, template, late, due_at, attempts, repeat, created_at, updated_at, style, living, state,
           detail)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, 0, 0, ?6, ?6, ?7, ?8, iif(was, 'delivered', 'queued'), iif(was, 'told before', NULL)
        FROM (SELECT EXISTS (SELECT 1 FROM told WHERE alert = ?1 AND target = ?2) AS was)
        WHERE true ON CONFLICT (alert, target) DO NOTHING
        """)

    /// The delivery's number, if it is the only one of its target that waits.
    static let firstInLine = Query<DeliveryRow.Number, AlertRow.Key, String>(
        "delivery.firstInLine",
        """
        SELECT number FROM delivery d WHERE alert = ?1 AND target = ?2 AND NOT EXISTS (
          SELECT 1 FROM delivery
          WHERE target = ?2 AND state IN ('queued', 'in-doubt') AND number < d.number
            AND NOT EXISTS (SELECT 1 FROM held WHERE held.delivery = delivery.number))
        """)
}
