import SQLite
import Values

/// An alert as its row has it, with the ids of what it is about.
struct PlacedAlert: RowDecodable {
    let alert: AlertRow
    /// Of the child; `nil` for an alert about no single one.
    let server: ServerRow.ID?
    let child: ChildRow.ID?
    let transaction: TransactionRow.ID?

    init(row: borrowing Row) throws {
        var notice: AlertRow.Notice?
        if let subject = try row.value(7, as: String?.self) {
            notice = AlertRow.Notice(
                subject: subject, sentence: try row.value(8), since: try row.value(9), isOver: try row.value(10))
        }
        alert = AlertRow(
            key: try row.value(0), event: try row.value(1), rule: try row.value(2), threshold: try row.value(3),
            balance: try row.value(4), isLate: try row.value(5), createdAt: try row.value(6), notice: notice,
            thread: try row.value(11), closesThread: try row.value(12), details: try row.value(13))
        server = try row.value(14)
        child = try row.value(15)
        transaction = try row.value(16)
    }

    static let withKey = Query<PlacedAlert, AlertRow.Key>(
        "explain.alert",
        """
        SELECT key, event, rule, threshold, balance, late, created_at, subject, sentence, since, over, thread, closes, details,
          server, child, txn FROM alert WHERE key = ?1
        """)
}
