package import SQLite

/// An alert that a target's readers may have before them still.
package struct ToldAlert: Sendable, Equatable {
    package let key: AlertRow.Key
    package let event: AlertRow.Event
}

extension ToldAlert: RowDecodable {
    /// Key and event.
    package init(row: borrowing Row) throws {
        key = try row.value(0)
        event = try row.value(1)
    }

    /// As many newest ones as any screen holds; of what is on its way, or may have arrived, there are not many.
    fileprivate static let atTarget = Query<ToldAlert, String>(
        "told.atTarget",
        """
        SELECT a.key, a.event FROM (
          SELECT alert FROM delivery WHERE target = ?1 AND state IN ('attempting', 'in-doubt') LIMIT 128) AS d
          CROSS JOIN alert a ON a.key = d.alert
        UNION ALL
        SELECT a.key, a.event FROM (
          SELECT alert FROM delivery WHERE target = ?1 AND state = 'delivered' ORDER BY updated_at DESC LIMIT 128) AS d
          CROSS JOIN alert a ON a.key = d.alert
        """)
}

extension Reading where Self: ~Copyable {
    /// What a target was told last, or may have been; some hundred at most.
    package borrowing func toldLast(at target: String) throws -> [ToldAlert] {
        try readable(ToldAlert.atTarget, target)
    }
}
