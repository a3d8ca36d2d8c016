import SQLite
import Store
import Testing
import Values

/// A store with a child, and alerts on demand.
struct OutboxFixture {
    static let now = Timestamp(seconds: 1_800_000_000)
    let folder: TestStore
    let store: Store
    let child: ChildRow

    init(in folder: TestStore? = nil) async throws {
        self.folder = try folder ?? TestStore()
        store = try await self.folder.open()
        child = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://family.example")
            let child = ChildRow.sample(on: server.id)
            try transaction.upsert(child)
            return child
        }
    }

    static func later(_ seconds: Int64) -> Timestamp { now.advanced(by: .seconds(seconds)) }

    /// A transaction with an alert to each of the targets; returns whether the alert is new.
    @discardableResult
    func alert(
        _ number: Int, to targets: [String], at moment: Timestamp = now, door: LaneDoor? = nil,
        isLate: Bool = false, heldUntil: Timestamp? = nil, timing: DeliveryTiming? = nil
    ) async throws -> Bool {
        let child = child
        return try await store.writeAlerts { transaction in
            let born = try Self.insert(
                number, to: targets, of: child, at: moment, isLate: isLate, heldUntil: heldUntil, timing: timing,
                in: transaction
            ) { _ in door }
            return (born != nil, born ?? [])
        }
    }

    /// The same without handing over what is born marked: as if its commit were still under way.
    func bear(_ number: Int, to targets: [String], door: LaneDoor) async throws -> [BornDelivery] {
        let child = child
        return try await store.write { transaction in
            try Self.insert(number, to: targets, of: child, in: transaction) { _ in door } ?? []
        }
    }

    static func insert(
        _ number: Int, to targets: [String], of child: ChildRow, at moment: Timestamp = now, isLate: Bool = false,
        heldUntil: Timestamp? = nil, timing: DeliveryTiming? = nil, in transaction: borrowing WriteTransaction,
        door: (String) -> LaneDoor?
    ) throws -> [BornDelivery]? {
        let row = TransactionRow.sample(number, of: child)
        _ = try transaction.insert(row)
        let change = FactChange(
            kind: .transactionAdded(row), child: child, origin: "https://family.example", isLate: isLate, at: moment)
        let planned = PlannedAlert(
            key: AlertRow.Key(rawValue: "new|https://family.example|\(row.id.rawValue)"), event: .transaction,
            deliveries: targets.map { target in
                var delivery = PlannedDelivery(
                    target: target, rule: "all", template: "{child}", style: "{}", heldUntil: heldUntil)
                delivery.door = door(target)
                delivery.timing = timing
                return delivery
            })
        return try transaction.insert(planned, for: change)
    }

    func begin(_ numbers: Int64..., now: Timestamp = now) async throws -> Set<DeliveryRow.Number> {
        try await store.turn(
            finish: [], begin: numbers.map { AttemptStart(.init(rawValue: $0), body: [UInt8(truncatingIfNeeded: $0)]) },
            now: now)
    }

    func finish(_ number: Int64, _ outcome: AttemptOutcome, reason: FailureReason? = nil, now: Timestamp = now)
        async throws
    {
        try await store.turn(
            finish: [AttemptEnd(.init(rawValue: number), outcome, reason: reason, detail: reason?.rawValue)], begin: [],
            now: now)
    }

    /// Why the order was not followed; `nil` if it was.
    @discardableResult
    func order(_ order: Handling.Order, _ number: Int64, now: Timestamp = now) async throws -> Handling.Refusal? {
        try await store.handle(order, [.init(rawValue: number)], now: now).refused.first
    }

    func delivery(_ number: Int64) async throws -> DeliveryRow {
        try #require(try await store.history(of: .init(rawValue: number))?.delivery.work).delivery
    }

    func attempts(_ number: Int64) async throws -> [AttemptRow] {
        try #require(try await store.history(of: .init(rawValue: number))).attempts
    }

    func queue(_ target: String = "chat", patience: Int = 4, now: Timestamp = now) async throws -> LaneQueue {
        try await store.lane(LaneLook(target: target, patience: patience, limit: 10), now: now) { ($0, []) }.decision
    }

    func waiting(_ target: String = "chat", patience: Int = 4, now: Timestamp = later(86_400)) async throws -> [Int64] {
        let queue = try await queue(target, patience: patience, now: now)
        return (queue.due + queue.aside).map(\.number.rawValue)
    }
}
