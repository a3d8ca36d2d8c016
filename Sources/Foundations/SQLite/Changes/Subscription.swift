import Runtime

/// What one ``ChangeFeed`` has not been told yet: a set of tables and a bell that is rung at most once ahead.
final class Subscription: Sendable {
    private let tables: Set<String>?
    private let bell: AsyncStream<Void>.Continuation
    private let pending = Lock<Set<String>>([])

    init(tables: Set<String>?, bell: AsyncStream<Void>.Continuation) {
        self.tables = tables
        self.bell = bell
    }

    func add(_ changed: Set<String>) {
        let wanted = tables.map(changed.intersection) ?? changed
        guard !wanted.isEmpty else { return }
        pending.withLock { $0.formUnion(wanted) }
        bell.yield()
    }

    func take() -> Set<String> {
        pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
    }

    func finish() { bell.finish() }
}
