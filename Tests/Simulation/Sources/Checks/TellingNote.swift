import SQLite
import Store
import Values

@testable import Relay

/// One delivery as it was when the commit was done that caused it, and what has become of it since as far as invariants ask.
struct TellingNote: RowDecodable, Sendable {
    let number: DeliveryRow.Number
    let alert: AlertRow.Key
    let target: String
    let rule: String?
    let state: DeliveryRow.State
    let reason: FailureReason?
    let createdAt: Timestamp
    let living: String?
    let heldUntil: Timestamp?
    /// Of the window in which it is gathered, in microseconds.
    let span: Int?
    let event: AlertRow.Event
    let child: String?
    let thread: String?
    let closes: Bool
    /// Of a problem that is over.
    let isOver: Bool
    /// Of a reminder: what it reminds of, which kind, which one of how many.
    let root: AlertRow.Key?
    let kind: Reminder.Kind?
    let step: Int
    let times: Int
    /// In the order in which alerts were caused.
    let alertRow: Int

    /// By the rule that it is told by, as that was then.
    var isUrgent = false
    /// What its rule wanted to follow.
    var timing = RuleTiming()
    /// It was held, and let go at its time.
    var isReleased = false
    /// What it tells of is over.
    var isEnded = false
    /// It was under way when that came, or when somebody saw it: it may be tried again.
    var wasUnderWay = false

    init(row: borrowing Row) throws {
        number = try row.value(0)
        alert = try row.value(1)
        target = try row.value(2)
        rule = try row.value(3)
        state = try row.value(4)
        reason = try row.value(5)
        createdAt = try row.value(6)
        living = try row.value(7)
        heldUntil = try row.value(8)
        span = try row.value(9)
        event = try row.value(10)
        child = try row.value(11)
        thread = try row.value(12)
        closes = try row.value(13)
        isOver = try row.value(14, as: Bool?.self) ?? false
        root = try row.value(15)
        kind = try row.value(16)
        step = try row.value(17, as: Int?.self) ?? 0
        times = try row.value(18, as: Int?.self) ?? 0
        alertRow = try row.value(19)
    }

    /// Caused since one that is known already.
    static let since = Query<TellingNote, DeliveryRow.Number>(
        "simulation.births",
        """
        SELECT d.number, d.alert, d.target, d.rule, d.state, d.reason, d.created_at, d.living, h.until, h.span, a.event,
          a.child, a.thread, a.closes, a.over, r.root, r.kind, r.step, r.times, a.rowid
        FROM delivery d JOIN alert a ON a.key = d.alert LEFT JOIN held h ON h.delivery = d.number
          LEFT JOIN reminder r ON r.alert = a.key
        WHERE d.number > ?1 ORDER BY d.number
        """)

    /// Whether it was to be told when it was caused.
    var isMeant: Bool { state == .queued || state == .attempting }
}

/// An alert as it was when the commit was done that caused it.
struct AlertNote: RowDecodable, Sendable {
    let row: Int
    let key: AlertRow.Key
    let event: AlertRow.Event
    let child: String?
    let thread: String?
    let closes: Bool
    let isReminder: Bool
    let amount: Decimal?

    init(row: borrowing Row) throws {
        self.row = try row.value(0)
        key = try row.value(1)
        event = try row.value(2)
        child = try row.value(3)
        thread = try row.value(4)
        closes = try row.value(5)
        isReminder = try row.value(6)
        amount = try row.value(7)
    }

    static let since = Query<AlertNote, Int>(
        "simulation.alertBirths",
        """
        SELECT a.rowid, a.key, a.event, a.child, a.thread, a.closes,
          EXISTS (SELECT 1 FROM reminder WHERE alert = a.key), t.amount
        FROM alert a LEFT JOIN txn t ON t.server = a.server AND t.id = a.txn WHERE a.rowid > ?1 ORDER BY a.rowid
        """)
}

/// A row of what is held, and where its delivery stands.
struct HeldLine: RowDecodable, Sendable {
    let number: DeliveryRow.Number
    let target: String
    /// `nil`: it is not held.
    let until: Timestamp?
    let state: DeliveryRow.State
    let reason: FailureReason?
    let attempts: Int
    let digest: Int?

    init(row: borrowing Row) throws {
        number = try row.value(0)
        target = try row.value(1)
        until = try row.value(2)
        state = try row.value(3)
        reason = try row.value(4)
        attempts = try row.value(5)
        digest = try row.value(6)
    }

    static let all = Query<HeldLine>(
        "simulation.deliveryLines",
        """
        SELECT d.number, d.target, h.until, d.state, d.reason, d.attempts, d.digest FROM delivery d
          LEFT JOIN held h ON h.delivery = d.number ORDER BY d.number
        """)

    /// Those that are held, or wait.
    static let waiting = Query<HeldLine>(
        "simulation.held",
        """
        SELECT d.number, d.target, h.until, d.state, d.reason, d.attempts, d.digest FROM delivery d
          LEFT JOIN held h ON h.delivery = d.number
        WHERE d.state IN ('queued', 'in-doubt') OR h.delivery IS NOT NULL ORDER BY d.number
        """)
}
