import Runtime
import SQLite
package import Values

/// What a person does with intents.
package struct StoredIntents: Sendable {
    let store: Store

    /// - Parameter store: that keeps them.
    package init(_ store: Store) { self.store = store }

    /// Keeps it, unless as many wait as may; when this returns it is safe on the disk.
    ///
    /// - Throws: also kind `full`, before the last room is gone: that is for what was accepted before.
    package func accept(_ new: NewIntent, now: Timestamp) async throws(StoreError) -> NewIntent.Acceptance {
        do throws(StoreError) {
            try store.room.require()
        } catch {
            // What was kept before stays kept, also for who asks again.
            guard let known = try await store.read("intent", { try $0.intent(new.id) }) else { throw error }
            return .accepted(known)
        }
        let files = MediaStore(store).files
        return try await store.write("intent.accept") { transaction in
            if let known = try transaction.intent(new.id) { return .accepted(known) }
            // In the same commit: of two browsers that decide at the same moment one is the first.
            if new.excludesOthers, let open = try transaction.openIntents().first(where: new.isExcluded) {
                return .contested(open)
            }
            guard try transaction.first(IntentRow.openCount) ?? 0 < NewIntent.limit else { return .tooMany }
            guard try transaction.run(NewIntent.insert, new, now) > 0, let row = try transaction.intent(new.id) else {
                return .changed
            }
            if let photo = new.photo {
                try transaction.keep(photo, as: .unsent, of: row.server, from: row.id.rawValue, in: files, now: now)
            }
            return .accepted(row)
        }
    }

    /// Changes what nothing can have come of, or what a person has to decide about; it is due at once then.
    ///
    /// - Returns: The row as it is afterwards, and whether it was changed: to another kind of order it never is, and not where the disk
    ///   has changed it, since what is not changed now, as whose it is, would get a sum that fits.
    package func edit(_ id: IntentRow.ID, to order: IntentRow.Order, now: Timestamp)
        async throws(StoreError) -> (row: IntentRow?, isDone: Bool)
    {
        try await store.write("intent.edit") { transaction in
            guard let row = try transaction.intent(id), row.order.deed == order.deed else { return (nil, false) }
            guard !row.isDamaged else { return (row, false) }
            let edited = EditedOrder(id: id, order: order, child: row.child, acceptedBy: row.acceptedBy)
            let isDone = try transaction.run(NewIntent.edit, id, edited, now) > 0
            // What it says now is compared anew.
            if isDone { try transaction.run(ConflictRow.close, id, .other, now) }
            return (try transaction.intent(id), isDone)
        }
    }

    /// Gives up what nothing can have come of, or what a person has to decide about.
    package func discard(_ id: IntentRow.ID, now: Timestamp) async throws(StoreError) -> (row: IntentRow?, isDone: Bool)
    {
        try await store.write("intent.discard") { transaction in
            let isDone = try transaction.run(NewIntent.discard, id, now) > 0
            if isDone { try transaction.run(ConflictRow.close, id, .server, now) }
            return (try transaction.intent(id), isDone)
        }
    }

    /// Has it sent again, or looked for first where it may have been made. What waits for a decision is left as it is: who decides
    /// sees both versions.
    package func retry(_ id: IntentRow.ID, now: Timestamp) async throws(StoreError) -> (row: IntentRow?, isDone: Bool) {
        try await store.write("intent.retry") { transaction in
            let isDone = try transaction.openConflicts(of: id) == 0 && transaction.run(NewIntent.retry, id, now) > 0
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
