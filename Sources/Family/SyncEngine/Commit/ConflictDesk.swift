import AllowanceAPI
package import Store
package import Values

/// Carries out what a person decides of a conflict: what the order says from then on, and what is noted of it, are one commit.
package struct ConflictDesk: Sendable {
    /// What a person wants.
    package enum Choice: Sendable, Equatable {
        /// What the server has stays.
        case server
        /// What was ordered is sent.
        case mine
        /// This is sent instead of both, as JSON text.
        case other(String?)
    }

    /// What came of it.
    package enum Outcome: Sendable, Equatable {
        /// It is decided; the order as it is by now.
        case done(IntentRow)
        /// There is none, or it is another person's.
        case unknown
        /// It was decided before, or its order is no longer waiting for that.
        case decided(ConflictRow)
        /// The server's value is another by now than the person has seen; nothing was done.
        case moved(ConflictRow)
    }

    private let store: Store

    /// - Parameter store: that keeps them.
    package init(_ store: Store) { self.store = store }

    /// - Parameter now: wall time.
    package func resolve(
        _ number: ConflictRow.Number, _ choice: Choice, now: Timestamp
    ) async throws(StoreError) -> Outcome {
        try await store.write("conflict.resolve") { transaction in
            guard let conflict = try transaction.conflict(number) else { return .unknown }
            guard conflict.resolution == nil, let intent = try transaction.intent(conflict.intent),
                intent.state == .parked, let order = intent.order.record
            else { return .decided(conflict) }
            let contest = try Self.contest(conflict, order, in: transaction)
            // What nobody has looked at is never overwritten; what stays may be whatever it is.
            if choice != .server, contest.server != conflict.remote,
                try !Self.isOwn(conflict, intent, order, in: transaction)
            {
                try transaction.move(number, to: contest.server)
                return .moved(try transaction.conflict(number) ?? conflict)
            }
            guard try transaction.resolve(number, choice.result, value: choice.value, at: now) else {
                return .decided(conflict)
            }
            try Self.carryOut(choice, contest, intent, order, in: transaction, now)
            return .done(try transaction.intent(intent.id) ?? intent)
        }
    }

    /// Whether it is the same person's later order that the record shows.
    private static func isOwn(
        _ conflict: ConflictRow, _ intent: IntentRow, _ order: RecordOrder, in transaction: borrowing StoreTransaction
    ) throws -> Bool {
        guard let row = try transaction.record(conflict.record, conflict.kind, on: conflict.server) else {
            return false
        }
        let seen = OrderContest(conflict.field, base: conflict.base, local: conflict.local, server: conflict.remote)
        return OrderComparison(order.deed.form).isOwn(
            seen, order.payload, content: row.content,
            own: try transaction.ownChanges(besides: intent, since: conflict.foundAt))
    }

    /// With what the record says now, as far as it is known here.
    private static func contest(
        _ conflict: ConflictRow, _ order: RecordOrder, in transaction: borrowing StoreTransaction
    ) throws -> OrderContest {
        let known = OrderContest(
            conflict.field, base: conflict.base, local: conflict.local, server: conflict.remote)
        guard let row = try transaction.record(conflict.record, conflict.kind, on: conflict.server), !row.isGone else {
            return known
        }
        let now = OrderComparison(order.deed.form).value(of: known, in: row.content)
        return OrderContest(conflict.field, base: conflict.base, local: conflict.local, server: now)
    }

    private static func carryOut(
        _ choice: Choice, _ contest: OrderContest, _ intent: IntentRow, _ order: RecordOrder,
        in transaction: borrowing StoreTransaction, _ now: Timestamp
    ) throws {
        var order = order.accepting([contest])
        switch choice {
        case .mine: break
        case .other(let value):
            order = order.saying(
                OrderComparison.payload(order.payload, setting: contest.field, to: value), base: order.base)
        case .server:
            guard let rest = order.without([contest.field]) else {
                return try transaction.endParked(intent.id, because: "you have kept what the server has", at: now)
            }
            order = rest
        }
        try transaction.amend(intent.id, to: order)
        if try transaction.openConflicts(of: intent.id) == 0 { try transaction.takeUp(intent.id, at: now) }
    }
}

extension ConflictDesk.Choice {
    fileprivate var result: ConflictRow.Result {
        switch self {
        case .server: .server
        case .mine: .client
        case .other: .other
        }
    }

    fileprivate var value: String? { if case .other(let value) = self { value } else { nil } }
}
