import SQLite
import Store
import Testing
import Values

/// The table of what may follow says what the store's statements do: each is run in each standing.
@Suite("What may follow of an order")
struct IntentStandingTests {
    private static let now = Timestamp(seconds: 1_700_000_200)
    private let folder: TestStore
    private let store: Store
    private let account: AccountRow
    private let child: ChildRow

    init() async throws {
        folder = try TestStore()
        (store, account, child) = try await folder.openWithFamily(at: Self.now)
    }

    private func order(_ isMoney: Bool) -> IntentRow.Order {
        if isMoney { return .transaction(.init(amount: Decimal("5.00")!, category: "Gift", description: "Kite")) }
        return .record(
            RecordOrder(
                .editWish, record: RecordRow.ID(rawValue: "wish-1"), owner: child.id.rawValue, payload: "{}",
                base: "{}",
                title: "Kite"))
    }

    private func row(_ id: IntentRow.ID) async throws -> IntentRow {
        try #require(try await store.read { try $0.intent(id) })
    }

    /// The events that lead to a standing from a new order.
    private func way(to standing: IntentStanding, _ mark: IntentStanding.Event) -> [IntentStanding.Event] {
        switch standing {
        case .accepted(isTried: false): []
        case .accepted(isTried: true): [mark, .unclear, mark, .notMade]
        case .sending(isTried: false): [mark]
        case .sending(isTried: true): [mark, .unclear, mark]
        case .unknown(isSent: true): [mark, .unclear]
        case .unknown(isSent: false): [mark, .unclear, .parked, .retried]
        case .acked: [mark, .done]
        case .confirmed: [mark, .done, .shown]
        case .superseded: [.superseded]
        case .parked(isTried: false): [.parked]
        case .parked(isTried: true): [mark, .unclear, .parked]
        case .discarded: [.discarded]
        }
    }

    // The time of the server goes on from attempt to attempt, which tells the first from the last.
    private func send(_ event: IntentStanding.Event, to id: IntentRow.ID, step: Int) async throws {
        let (now, moment) = (Self.now, Self.now.advanced(by: .seconds(step)))
        let row = try await row(id)
        switch event {
        case .retried: _ = try await StoredIntents(store).retry(id, now: now)
        case .edited: _ = try await StoredIntents(store).edit(id, to: row.order, now: now)
        case .discarded: _ = try await StoredIntents(store).discard(id, now: now)
        case .marked, .orderMarked, .done, .unclear, .refused, .notMade, .interrupted, .shown, .superseded, .parked,
            .takenUp, .yielded:
            let child = child
            try await store.write { try Self.write(event, to: row, of: child, at: moment, in: $0) }
        }
    }

    private static func write(
        _ event: IntentStanding.Event, to row: IntentRow, of child: ChildRow, at moment: Timestamp,
        in transaction: borrowing StoreTransaction
    ) throws {
        let id = row.id
        switch event {
        case .marked, .orderMarked:
            if row.order.record != nil { try transaction.know(["x"], before: id) }
            _ = try transaction.markAttempt(id, serverNow: moment)
        case .done: try transaction.record(.done(nil), of: id, due: moment)
        case .unclear: try transaction.record(.unclear("lost"), of: id, due: moment)
        case .refused: try transaction.record(.refused("no"), of: id, due: moment)
        case .notMade: try transaction.record(.notMade("away", wait: nil), of: id, due: moment)
        case .interrupted: try transaction.doubtInterruptedIntents(of: row.account, due: moment)
        case .shown:
            if row.order.record != nil {
                try transaction.claim(RecordRow.ID(rawValue: "wish-1"), for: row)
            } else {
                let made = TransactionRow.sample(row.number * 100 + Int(moment.seconds - now.seconds), of: child)
                _ = try transaction.insert(made)
                try transaction.claim(made.id, for: row)
            }
            try transaction.confirm(id, at: moment)
        case .superseded: try transaction.supersede(id, because: "gone", at: moment)
        case .parked: try transaction.park(id, because: "changed", at: moment)
        case .takenUp: try transaction.takeUp(id, at: moment)
        case .yielded: try transaction.endParked(id, because: "the server's counts", at: moment)
        case .retried, .edited, .discarded: break
        }
    }

    /// Nothing of it holds the next one up.
    private static let clear = Update<IntentRow.ID>(
        "test.clear", "UPDATE intent SET state = 'discarded', txn = NULL, fact = NULL WHERE id = ?1")

    @Test(
        "in every standing every statement does what the table says", arguments: IntentStanding.allCases, [true, false])
    func table(_ standing: IntentStanding, isMoney: Bool) async throws {
        let mark: IntentStanding.Event = isMoney ? .marked : .orderMarked
        for (number, event) in IntentStanding.Event.allCases.enumerated()
        where event == mark || ![.marked, .orderMarked].contains(event) {
            let id = IntentRow.ID(rawValue: "a\(number)")
            let new = NewIntent(id: id, account: account, child: child.id, order: order(isMoney))
            guard case .accepted = try await StoredIntents(store).accept(new, now: Self.now) else {
                Issue.record("not taken")
                return
            }
            for (step, event) in way(to: standing, mark).enumerated() { try await send(event, to: id, step: step) }
            #expect(try await row(id).standing == standing)
            try await send(event, to: id, step: 10)
            #expect(try await row(id).standing == standing.after(event), "\(event)")
            try await store.write { _ = try $0.run(Self.clear, id) }
        }
        await store.close()
    }

    @Test("every state of the table is a standing, and what has ended stays as it ended")
    func ends() {
        #expect(Set(IntentStanding.allCases.map(\.state)) == Set(IntentRow.State.allCases))
        for standing in IntentStanding.allCases where standing.state.isEnded {
            #expect(IntentStanding.Event.allCases.allSatisfy { standing.after($0) == standing })
        }
    }
}
