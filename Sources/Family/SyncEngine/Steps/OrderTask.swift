import Store
import Values

/// One commit, or one look at the store, that sending orders takes.
enum OrderTask: Sendable {
    /// What came of a task, in a case for each.
    enum Answer: Sendable {
        /// In the order of acceptance.
        case waiting([IntentRow])
        /// `nil`: it must not be sent now.
        case marked(Marked?)
        case examined(Examined)
        case judged(IntentMatch.Verdict)
        case done
    }

    /// An order that may be sent from now on.
    struct Marked: Sendable {
        let intent: IntentRow
        /// What its record said when it was looked at last.
        let current: String?
    }

    /// How an order stands, before it is decided what is next.
    struct Examined: Sendable {
        let intent: IntentRow?
        /// What the child's balance has that its newest row does not say.
        let unexplained: Decimal
        /// The child's rows of late that count as no other order.
        let unclaimed: [TransactionRow]
        let account: AccountRow?

        /// How far a server's rows may be from the time that its answers bear, for one to be doubted.
        static let reach: Duration = .seconds(7 * 86_400)
    }

    /// What the account's login has yet to send or to see.
    case load(AccountRow.ID)
    /// - Parameter settled: what was sent before this had its time at the server.
    case mark(IntentRow.ID, serverNow: Timestamp, settled: Timestamp)
    /// Writes down what became of a marked attempt.
    case record(PushOutcome, of: IntentRow, due: Timestamp, now: Timestamp)
    case examine(IntentRow.ID)
    case judge(OrderLookCommit)
    /// Leaves it to a person.
    case park(IntentRow.ID, because: String, at: Timestamp)
}

extension OrderTask {
    /// Carries it out; when this returns, what it has changed is on the disk.
    func run(in store: Store) async throws(StoreError) -> Answer {
        switch self {
        case .load(let account):
            return .waiting(try await Self.toSend(by: account, in: store))
        case .mark(let id, let serverNow, let settled):
            return .marked(
                try await store.write("mark") { transaction in
                    guard let intent = try transaction.markAttempt(id, serverNow: serverNow, settled: settled)
                    else { return nil }
                    return Marked(intent: intent, current: try transaction.content(changedBy: intent))
                })
        case .record(let outcome, let intent, let due, let now):
            try await store.write("outcome") { try $0.record(outcome, of: intent, due: due, now: now) }
            return .done
        case .examine(let id): return .examined(try await store.read("judge") { try $0.examined(id) })
        case .judge(let commit): return .judged(try await store.writeAlerts("order") { try commit.run(in: $0) })
        case .park(let id, let reason, let now):
            try await store.write("park") { try $0.park(id, because: reason, at: now) }
            return .done
        }
    }

    /// Nothing that the disk has damaged: it is mended, or left to a person, before anything is done for it.
    private static func toSend(by account: AccountRow.ID, in store: Store) async throws(StoreError) -> [IntentRow] {
        try await StoredIntents(store).mend()
        return try await store.read("intents") { try $0.intentsToSend(by: account) }.filter { !$0.isDamaged }
    }
}

extension StoreTransaction {
    fileprivate borrowing func record(
        _ outcome: PushOutcome, of intent: IntentRow, due: Timestamp, now: Timestamp
    ) throws {
        try record(outcome, of: intent.id, due: due)
        // The list may have been faster than the answer.
        guard case .made(let made) = outcome, let row = try transaction(made, on: intent.server),
            row.fingerprint == intent.fingerprint, try claim(made, for: intent)
        else { return }
        try confirm(intent.id, at: now)
    }

    fileprivate borrowing func content(changedBy intent: IntentRow) throws -> String? {
        guard let order = intent.order.record, let id = order.record else { return nil }
        return try record(id, order.deed.subjectKind, on: intent.server)?.content
    }
}

extension StoreReading where Self: ~Copyable {
    fileprivate borrowing func examined(_ id: IntentRow.ID) throws -> OrderTask.Examined {
        guard let intent = try intent(id) else {
            return OrderTask.Examined(intent: nil, unexplained: .zero, unclaimed: [], account: nil)
        }
        let account = try account(intent.account)
        // Of what no list of money shows money's list says nothing.
        guard intent.order.content != nil, let child = intent.child, let first = intent.firstSentAt else {
            return OrderTask.Examined(intent: intent, unexplained: .zero, unclaimed: [], account: account)
        }
        return OrderTask.Examined(
            intent: intent, unexplained: try unexplained(child, on: intent.server),
            unclaimed: try candidates(for: intent, since: first.advanced(by: .zero - OrderTask.Examined.reach)),
            account: account)
    }

    /// What the child's balance has that its newest row does not say; of rows of one second any may be the newest.
    private borrowing func unexplained(_ child: ChildRow.ID, on server: ServerRow.ID) throws -> Decimal {
        guard let balance = try self.child(child, on: server)?.balance else { return .zero }
        let newest = try transactions(of: child, on: server, limit: 20)
        let heads = newest.prefix { $0.createdAt == newest.first?.createdAt }.map(\.balanceAfter)
        guard let head = heads.first, !heads.contains(balance) else { return .zero }
        return balance.subtracting(head) ?? .zero
    }
}
