package import SQLite
package import Values

/// What became of one drill at one target.
package struct DrillRow: Sendable, Equatable {
    /// Of which drill.
    package let alert: AlertRow.Key
    package let target: String
    /// Delivered: the target has said that it took it.
    package let state: DeliveryRow.State
    /// Why the last attempt failed, or why there was none.
    package let reason: FailureReason?
    /// For people; without secrets.
    package let detail: String?
    /// Wall time of its planning.
    package let plannedAt: Timestamp
    /// Wall time of the state's last change.
    package let updatedAt: Timestamp
    /// Whoever's target it is has quiet hours until then; `nil` if nobody has, or no longer.
    package let heldUntil: Timestamp?
    /// How long its last attempt took.
    package let took: Duration?

    /// Whether nothing more comes of it by itself.
    package var isOver: Bool {
        switch state {
        case .queued, .attempting, .inDoubt: false
        case .delivered, .skipped, .dead, .discarded: true
        }
    }

    /// Whether the target has had its say, perhaps one after which it is tried again.
    package var isAnswered: Bool { isOver || state != .attempting && reason != nil }

    /// When it was sent, or has been waiting since.
    package var since: Timestamp { heldUntil ?? plannedAt }
}

/// How a target stands by its drills.
package struct DrillStanding: Sendable, Equatable {
    /// The last one.
    package let last: DrillRow
    /// When the target took one last; `nil` if it has taken none that the store knows of.
    package let provenAt: Timestamp?
    /// Since when one waits, with those behind it that wait as well; wall time.
    package let waitingSince: Timestamp

    /// - Parameter rows: the target's drills, the last one first; `nil` without any.
    package init?(_ rows: [DrillRow]) {
        guard let last = rows.first else { return nil }
        self.last = last
        provenAt = rows.first { $0.state == .delivered }?.updatedAt
        waitingSince = rows.prefix { !$0.isOver }.last?.since ?? last.since
    }

    /// How long a target may take for it.
    package static let patience: Duration = .seconds(3_600)

    /// Whether the target should have taken the last one by now and has not. What a person has skipped or given up says nothing.
    ///
    /// - Parameter pause: of a target that may be off for a while, how long that is nothing to tell of; `nil` of all others.
    package func isSilent(at now: Timestamp, besides pause: Duration? = nil) -> Bool {
        switch last.state {
        case .delivered, .discarded: false
        case .skipped: last.reason == .notRepeated
        case .dead: true
        case .queued, .attempting, .inDoubt:
            now.duration(since: pause == nil ? last.since : waitingSince) >= (pause ?? .zero) + Self.patience
        }
    }
}

extension DrillRow: RowDecodable {
    /// Columns in the order of the queries.
    package init(row: borrowing Row) throws {
        alert = try row.value(0)
        target = try row.value(1)
        state = try row.value(2)
        reason = try? row.value(3)
        detail = try row.value(4)
        plannedAt = try row.value(5)
        updatedAt = try row.value(6)
        heldUntil = try row.value(7)
        took = try row.value(8, as: Int64?.self).map { .microseconds($0) }
    }
}

extension Reading where Self: ~Copyable {
    /// The last drill of each target that has had one.
    package borrowing func drills() throws -> [DrillStanding] {
        let rows = try readable(DrillTable.newest)
        var names: Set<String> = []
        let ofTarget = Dictionary(grouping: rows, by: \.target)
        return rows.filter { names.insert($0.target).inserted }.compactMap { DrillStanding(ofTarget[$0.target] ?? []) }
    }

    /// What became of one drill, in the order of the targets' names.
    package borrowing func drill(_ alert: AlertRow.Key) throws -> [DrillRow] {
        try readable(DrillTable.newest).filter { $0.alert == alert }.sorted { $0.target < $1.target }
    }
}

private enum DrillTable {
    /// As many as there are: they go with the history.
    static let newest = Query<DrillRow>(
        "drill.newest",
        """
        SELECT d.alert, d.target, d.state, d.reason, d.detail, d.created_at, d.updated_at,
          (SELECT until FROM held WHERE delivery = d.number),
          (SELECT max(finished_at - started_at, 0) FROM attempt WHERE delivery = d.number ORDER BY number DESC LIMIT 1)
        FROM alert a JOIN delivery d ON d.alert = a.key WHERE a.event = 'drill'
        ORDER BY a.created_at DESC, d.number DESC
        """)
}
