import Runtime

/// What one ``ChangeFeed`` has not been told yet: a set of tables and a bell that tells that there are some.
final class Subscription: Sendable {
    private let tables: Set<String>?
    private let bell = Bell()
    private let pending = Lock<Set<String>>([])

    /// - Parameter tables: of which changes are wanted; `nil` means all.
    init(tables: Set<String>?) { self.tables = tables }

    func add(_ changed: Set<String>) {
        let wanted = tables.map(changed.intersection) ?? changed
        guard !wanted.isEmpty else { return }
        pending.withLock { $0.formUnion(wanted) }
        bell.ring()
    }

    /// What has come since the last call, as soon as there is something; `nil` at the end, or when the task is cancelled.
    func next() async -> Set<String>? {
        while await bell.wait() == .rung {
            let tables = pending.withLock { pending in
                defer { pending = [] }
                return pending
            }
            // Empty if it was rung between the last look and now.
            if !tables.isEmpty { return tables }
        }
        return nil
    }

    func finish() { bell.close() }
}
