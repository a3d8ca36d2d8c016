import Runtime
import SQLite
package import Values

/// What a person does with intents.
package struct StoredIntents: Sendable {
    private let store: Store

    /// - Parameter store: that keeps them.
    package init(_ store: Store) { self.store = store }

    /// Keeps it, unless as many wait as may; when this returns it is safe on the disk.
    package func accept(_ new: NewIntent, now: Timestamp) async throws(StoreError) -> NewIntent.Acceptance {
        try await store.write("intent.accept") { transaction in
            if let known = try transaction.intent(new.id) { return .accepted(known) }
            guard try transaction.first(IntentRow.waitingCount) ?? 0 < NewIntent.limit else { return .tooMany }
            guard try transaction.run(NewIntent.insert, new, now) > 0, let row = try transaction.intent(new.id) else {
                return .changed
            }
            return .accepted(row)
        }
    }

    /// Changes what nothing can have come of, or what a person has to decide about; it is due at once then.
    ///
    /// - Returns: The row as it is afterwards, and whether it was changed.
    package func edit(_ id: IntentRow.ID, to content: IntentRow.Content, of child: ChildRow.ID, now: Timestamp)
        async throws(StoreError) -> (row: IntentRow?, isDone: Bool)
    {
        let fingerprint = Fingerprint(child: child, amount: content.amount, description: content.description)
        return try await store.write("intent.edit") { transaction in
            let isDone = try transaction.run(
                NewIntent.edit, id, content.amount, content.category, content.description, content.notes, fingerprint,
                now)
            return (try transaction.intent(id), isDone > 0)
        }
    }

    /// Gives up what nothing can have come of, or what a person has to decide about.
    package func discard(_ id: IntentRow.ID, now: Timestamp) async throws(StoreError) -> (row: IntentRow?, isDone: Bool)
    {
        try await handle(NewIntent.discard, id, now)
    }

    /// Has it sent again, or looked for first where it may have been made.
    package func retry(_ id: IntentRow.ID, now: Timestamp) async throws(StoreError) -> (row: IntentRow?, isDone: Bool) {
        try await handle(NewIntent.retry, id, now)
    }

    private func handle(_ order: Update<IntentRow.ID, Timestamp>, _ id: IntentRow.ID, _ now: Timestamp)
        async throws(StoreError) -> (row: IntentRow?, isDone: Bool)
    {
        try await store.write("intent.handle") { transaction in
            let isDone = try transaction.run(order, id, now) > 0
            return (try transaction.intent(id), isDone)
        }
    }

    /// The intent once it needs nobody's waiting any more, or as it is when the limit has passed; listens, never polls.
    ///
    /// - Returns: `nil` for an id that nobody ever used.
    package func intent(_ id: IntentRow.ID, endedWithin limit: Duration) async throws(StoreError) -> IntentRow? {
        // Taken first: what changes after the look is heard.
        let changes = store.database.changes(to: ["intent"])
        let row = try await store.read("intent") { try $0.intent(id) }
        guard row?.state.isWaiting == true else { return row }
        _ = await race(limit: limit) { [store] in
            for await _ in changes {
                let now = try? await store.read("intent", { try $0.intent(id) })
                if now?.state.isWaiting != true { return }
            }
        }
        return try await store.read("intent") { try $0.intent(id) }
    }
}
