import Store
import Values

/// What every commit of one scan needs to know.
struct ScanContext: Sendable {
    let account: AccountRow.ID
    /// Who was signed in when the scan began; `nil` if nobody ever said. What another's login sees is not judged by it.
    var userID: String?
    let origin: String
    let planner: AlertPlanner
    let isAfterGap: Bool
    /// When the last complete scan began, by the server's clock.
    let watermark: Timestamp?

    /// Whether a row that nothing hinted at was found afterwards: after a gap in the watch, or by a later scan than the
    /// one that should have seen it. The server cuts the times of rows to seconds.
    func isLate(_ row: ListedTransaction) -> Bool {
        isAfterGap || watermark.map { row.createdAt < Timestamp(seconds: $0.seconds) } ?? false
    }
}
