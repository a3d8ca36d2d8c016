import Runtime

/// What the writer has done since the database was opened, for an operator's metrics.
package struct DatabaseStatistics: Sendable, Equatable {
    /// Physical transactions, each with one sync of the disk.
    package var commits = 0
    /// Calls of `write` that were committed; by `commits` they tell how well group commit works.
    package var transactions = 0
    /// Physical transactions that failed as a whole.
    package var failedCommits = 0
    /// Pages (4 KiB) in the log after the last commit. It grows without bound while a reader holds an old snapshot.
    package var pagesInLog = 0
    /// Attempts to move pages from the log into the file that failed; each is repeated after a later commit.
    package var failedCheckpoints = 0
}

/// The writer's figures, behind a lock that is taken once or twice per physical transaction.
final class StatisticsCell: Sendable {
    private let state = Lock(DatabaseStatistics())

    var value: DatabaseStatistics { state.withLock { $0 } }

    func update(_ body: (inout DatabaseStatistics) -> Void) { state.withLock { body(&$0) } }
}
