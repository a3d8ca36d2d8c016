import Runtime

/// The writer's figures, behind a lock that is taken once or twice per physical transaction.
final class StatisticsCell: Sendable {
    private let state = Lock(DatabaseStatistics())

    var value: DatabaseStatistics { state.withLock { $0 } }

    func update(_ body: (inout DatabaseStatistics) -> Void) { state.withLock { body(&$0) } }
}
