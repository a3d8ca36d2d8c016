package import SQLite
package import Values

/// What waits for one target, as far as it decides what is sent next.
package struct LaneQueue: Sendable, Equatable {
    /// One waiting delivery.
    package struct Entry: Sendable, Equatable {
        package let number: DeliveryRow.Number
        package let dueAt: Timestamp
        package let attempts: Int
        /// It may have arrived already.
        package let isInDoubt: Bool

        package init(number: DeliveryRow.Number, dueAt: Timestamp, attempts: Int, isInDoubt: Bool) {
            self.number = number
            self.dueAt = dueAt
            self.attempts = attempts
            self.isInDoubt = isInDoubt
        }
    }

    /// The oldest ones, in order. The first holds back the others.
    package let inOrder: [Entry]
    /// Of those that failed so often that they stepped out of the order: the one that is due first.
    package let aside: Entry?

    package init(inOrder: [Entry], aside: Entry?) {
        self.inOrder = inOrder
        self.aside = aside
    }
}

extension LaneQueue.Entry: RowDecodable {
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        dueAt = try row.value(1)
        attempts = try row.value(2)
        isInDoubt = try row.value(3)
    }
}

extension Store {
    /// Looks at a lane and loads what `choose` picks, all of one moment.
    ///
    /// - Parameters:
    ///   - patience: attempts after which a delivery steps out of the order.
    ///   - choose: which of them to load.
    package func lane(
        of target: String, patience: Int, limit: Int,
        choose: @escaping @Sendable (LaneQueue) -> [DeliveryRow.Number]
    ) async throws(StoreError) -> (queue: LaneQueue, chosen: [DeliveryWork]) {
        try await read("lane") { snapshot in
            let queue = LaneQueue(
                inOrder: try snapshot.all(LaneTable.inOrder, target, patience, limit),
                aside: try snapshot.first(LaneTable.aside, target, patience))
            return (queue, try choose(queue).compactMap { try snapshot.first(DeliveryWork.byNumber, $0) })
        }
    }

    /// A sign for each commit that may have given a lane work; subscribe before the first look (Q6).
    package func outboxChanges() -> AsyncMapSequence<ChangeFeed, Void> {
        database.changes(to: ["delivery"]).map { _ in }
    }
}

private enum LaneTable {
    static let inOrder = Query<LaneQueue.Entry, String, Int, Int>(
        "lane.inOrder",
        """
        SELECT number, due_at, attempts, state = 'in-doubt' FROM delivery
        WHERE target = ?1 AND state IN ('queued', 'in-doubt') AND attempts < ?2 ORDER BY number LIMIT ?3
        """)

    static let aside = Query<LaneQueue.Entry, String, Int>(
        "lane.aside",
        """
        SELECT number, due_at, attempts, state = 'in-doubt' FROM delivery
        WHERE target = ?1 AND state IN ('queued', 'in-doubt') AND attempts >= ?2 ORDER BY due_at, number LIMIT 1
        """)
}
