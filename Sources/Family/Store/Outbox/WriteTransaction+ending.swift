import SQLite
import Values

/// What the alert that ends a matter finds of it.
struct EndedMatter: Sendable {
    /// A target that shows the matter as it was, or is being told of it just now.
    struct Showing: Sendable {
        let target: String
        /// Of the delivery by which it is shown.
        let rule: String?
        let style: String?
    }

    /// In the order of their names, none twice.
    var shown: [Showing] = []
    /// Targets that were to hear of it, and never will.
    var unheard: Set<String> = []

    /// Nothing: the alert ends no matter.
    static let none = EndedMatter()

    /// Whether a message there is changed: that disturbs nobody.
    func changes(_ target: String) -> Bool { shown.contains { $0.target == target } }

    /// With one for each target that shows the matter and that the rules of its end do not name: it looks as the one before it, which
    /// may hide what that target's readers are not to see.
    func extended(_ deliveries: [PlannedDelivery]) -> [PlannedDelivery] {
        let others = shown.filter { showing in !deliveries.contains { $0.target == showing.target } }
        return deliveries + others.map { PlannedDelivery(target: $0.target, rule: $0.rule, style: $0.style) }
    }
}

/// A matter that is over is over everywhere.
extension WriteTransaction {
    /// Skips what waits to tell of a matter that an alert ends: nobody is told what is over by then.
    borrowing func ending(_ alert: AlertRow.Key, at now: Timestamp) throws -> EndedMatter {
        guard let matter = try first(EndingTable.matter, alert) else { return .none }
        var ended = EndedMatter(shown: try all(EndingTable.shown, matter.thread, alert).byName)
        for delivery in try all(EndingTable.waiting, matter.thread, alert) {
            try run(EndingTable.skip, delivery.number, .handled, "it was over before it was told", now)
            try letGo(delivery.number)
            // What it may have told of is not ended without a word.
            if !delivery.mayHaveArrived, matter.isProblem { ended.unheard.insert(delivery.target) }
        }
        ended.unheard.subtract(ended.shown.map(\.target))
        return ended
    }

    /// Skips the end of a matter at a target that was never told of it.
    borrowing func skipEnd(_ alert: AlertRow.Key, for target: String, at now: Timestamp) throws {
        try run(EndingTable.skipEnd, alert, target, .handled, "what it ends was never told there", now)
    }
}

extension [EndedMatter.Showing] {
    fileprivate var byName: [EndedMatter.Showing] {
        var names: Set<String> = []
        return filter { names.insert($0.target).inserted }.sorted { $0.target < $1.target }
    }
}

extension EndedMatter.Showing: RowDecodable {
    init(row: borrowing Row) throws {
        target = try row.value(0)
        rule = try row.value(1)
        style = try row.value(2)
    }
}

private enum EndingTable {
    struct Matter: RowDecodable {
        let thread: String
        /// Its end by itself is no news.
        let isProblem: Bool

        init(row: borrowing Row) throws {
            thread = try row.value(0)
            isProblem = try row.value(1)
        }
    }

    struct Waiting: RowDecodable {
        let number: DeliveryRow.Number
        let target: String
        let mayHaveArrived: Bool

        init(row: borrowing Row) throws {
            number = try row.value(0)
            target = try row.value(1)
            mayHaveArrived = try row.value(2)
        }
    }

    static let matter = Query<Matter, AlertRow.Key>(
        "ending.matter",
        "SELECT thread, subject IS NOT NULL FROM alert WHERE key = ?1 AND closes = 1 AND thread IS NOT NULL")

    static let shown = Query<EndedMatter.Showing, String, AlertRow.Key>(
        "ending.shown",
        """
        SELECT m.target, d.rule, d.style FROM message m LEFT JOIN delivery d ON d.number = m.delivery
        WHERE m.thread = ?1 AND m.state = 'open'
        UNION ALL
        SELECT d.target, d.rule, d.style FROM alert a JOIN delivery d ON d.alert = a.key
        WHERE a.thread = ?1 AND a.key <> ?2 AND a.closes = 0 AND d.state = 'attempting'
        """)

    /// A digest that was tried is told whole.
    static let waiting = Query<Waiting, String, AlertRow.Key>(
        "ending.waiting",
        """
        SELECT d.number, d.target, d.state = 'in-doubt' FROM alert a JOIN delivery d ON d.alert = a.key
        WHERE a.thread = ?1 AND a.key <> ?2 AND a.closes = 0 AND d.state IN ('queued', 'in-doubt')
          AND (d.digest IS NULL OR d.attempts = 0)
        UNION ALL
        SELECT d.number, d.target, d.state = 'in-doubt' FROM alert a JOIN reminder r ON r.root = a.key
          JOIN delivery d ON d.alert = r.alert
        WHERE a.thread = ?1 AND a.key <> ?2 AND a.closes = 0 AND d.state IN ('queued', 'in-doubt')
          AND (d.digest IS NULL OR d.attempts = 0)
        """)

    static let skip = Update<DeliveryRow.Number, FailureReason, String, Timestamp>(
        "ending.skip",
        "UPDATE delivery SET state = 'skipped', reason = ?2, detail = ?3, updated_at = ?4 WHERE number = ?1")

    static let skipEnd = Update<AlertRow.Key, String, FailureReason, String, Timestamp>(
        "ending.skipEnd",
        """
        UPDATE delivery SET state = 'skipped', reason = ?3, detail = ?4, updated_at = ?5
        WHERE alert = ?1 AND target = ?2 AND state = 'queued'
        """)
}
