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
    /// What told others of it, because nobody had seen it.
    var climbed: [Climbed] = []

    /// One target that was told by a rung of a rule's ladder.
    struct Climbed: Sendable {
        let target: String
        let rule: String
    }

    /// Nothing: the alert ends no matter.
    static let none = EndedMatter()

    /// Whether a message there is changed: that disturbs nobody.
    func changes(_ target: String) -> Bool { shown.contains { $0.target == target } }

    /// With one for each target that shows the matter and that the rules of its end do not name: it looks as the one before it, which
    /// may hide what that target's readers are not to see. And with one for each that a rung told, where its rule tells of the end
    /// as well and would still tell that target.
    ///
    /// - Parameter barred: targets whose readers may not know of the end, as they may not have of its beginning by now.
    func extended(_ deliveries: [PlannedDelivery], barred: Set<String>) -> [PlannedDelivery] {
        let others = shown.filter { showing in
            !barred.contains(showing.target) && !deliveries.contains { $0.target == showing.target }
        }
        let all = deliveries + others.map { PlannedDelivery(target: $0.target, rule: $0.rule, style: $0.style) }
        return all
            + climbed.filter { rung in !all.contains { $0.target == rung.target } }.compactMap { rung in
                deliveries.first { $0.rule == rung.rule }?.next(rung.target)
            }
    }
}

/// A matter that is over is over everywhere.
extension WriteTransaction {
    /// Skips what waits to tell of a matter that an alert ends: nobody is told what is over by then.
    borrowing func ending(_ alert: AlertRow.Key, at now: Timestamp) throws -> EndedMatter {
        guard let matter = try first(EndingTable.matter, alert) else { return .none }
        var ended = EndedMatter(shown: try all(EndingTable.shown, matter.thread, alert).byName)
        // As it is before anything is skipped: what is in doubt may have been told.
        let told = try readable(EndingTable.told, matter.thread, alert).filter(\.mayHaveArrived)
        ended.climbed = told.climbed
        for delivery in try all(EndingTable.waiting, matter.thread, alert) {
            try run(EndingTable.skip, delivery.number, .handled, "it was over before it was told", now)
            try letGo(delivery.number)
            // What it may have told of is not ended without a word.
            if !delivery.mayHaveArrived, matter.isProblem { ended.unheard.insert(delivery.target) }
        }
        // A reminder that waits is not the first that they would hear.
        ended.unheard.subtract(ended.shown.map(\.target) + told.map(\.target))
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

extension [EndingTable.Told] {
    /// One for each target.
    fileprivate var climbed: [EndedMatter.Climbed] {
        var names: Set<String> = []
        return compactMap { told in
            guard let rule = told.rung, names.insert(told.target).inserted else { return nil }
            return EndedMatter.Climbed(target: told.target, rule: rule)
        }
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

    /// A telling of the matter.
    struct Told: RowDecodable {
        let target: String
        /// The rule whose rung it was; `nil` for who was told first, and again.
        let rung: String?
        let mayHaveArrived: Bool

        init(row: borrowing Row) throws {
            target = try row.value(0)
            rung = try row.value(1)
            mayHaveArrived = try DeliveryRow.State.mayHaveArrived(row.value(2), isRepeat: row.value(3))
        }
    }

    /// Since it was over before: a matter may come again.
    static let told = Query<Told, String, AlertRow.Key>(
        "ending.told",
        """
        WITH open (key) AS (
          SELECT key FROM alert a WHERE a.thread = ?1 AND a.key <> ?2 AND a.closes = 0 AND NOT EXISTS (
            SELECT 1 FROM alert later
            WHERE later.thread = a.thread AND later.key <> ?2 AND later.closes = 1 AND later.rowid > a.rowid)),
        telling (alert, rung) AS (
          SELECT key, 0 FROM open UNION ALL
          SELECT r.alert, r.kind = 'unseen' FROM open JOIN reminder r ON r.root = open.key)
        SELECT d.target, iif(t.rung, d.rule, NULL), d.state, d.repeat FROM telling t JOIN delivery d ON d.alert = t.alert
        """)

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
