import Control
import JSON
import Observability
import Store
import TestSupport
import Testing
import Values

/// A store with a family in it, and rows and alerts on demand.
struct Installation {
    static let moment = Timestamp(seconds: 1_773_500_966)

    private let folder: TemporaryFolder
    let store: Store
    /// Alice and Bruno Reed.
    let children: [ChildRow]

    init() async throws {
        folder = try TemporaryFolder()
        store = try await Store.open(in: folder.path, logger: .silent)
        children = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let children = ["Alice", "Bruno"].map { name in
                ChildRow(
                    server: server.id, id: .init(rawValue: "id-\(name)"), firstName: name, lastName: "Reed",
                    balance: .zero, seenAt: Self.moment)
            }
            for child in children { try transaction.upsert(child) }
            return children
        }
    }

    static func with(_ body: (Installation) async throws -> Void) async throws {
        let installation = try await Installation()
        try await body(installation)
        await installation.store.close()
    }

    static func row(
        _ number: Int, of child: ChildRow, kind: TransactionRow.Kind = .credit, amount: String = "1.50"
    ) throws -> TransactionRow {
        TransactionRow(
            server: child.server, id: .init(rawValue: "t\(number)"), child: child.id,
            amount: try #require(Decimal(amount)), kind: kind, category: "Gift", description: "Kite \(number)",
            balanceAfter: try #require(Decimal("10")), createdAt: moment.advanced(by: .seconds(number)),
            createdBy: number % 2 == 0 ? "Pat" : nil, position: number, firstSeenAt: moment, source: .scan,
            isLate: number % 2 == 0)
    }

    func add(_ numbers: ClosedRange<Int>, of child: ChildRow) async throws {
        try await store.write { transaction in
            for number in numbers { _ = try transaction.insert(Self.row(number, of: child)) }
        }
    }

    /// A row with a delivery to each of the targets.
    func alert(
        _ number: Int, to targets: String..., kind: TransactionRow.Kind = .credit, heldUntil: Timestamp? = nil,
        timing: DeliveryTiming? = nil, thread: String? = nil, isEnd: Bool = false
    ) async throws {
        let child = children[0]
        try await store.writeAlerts { transaction in
            let row = try Self.row(number, of: child, kind: kind)
            _ = try transaction.insert(row)
            let change = FactChange(
                kind: .transactionAdded(row), child: child, origin: "https://one.example", isLate: row.isLate,
                at: Self.moment)
            var alert = PlannedAlert(
                key: .init(rawValue: "new|\(row.id.rawValue)"), event: .transaction,
                deliveries: targets.map { target in
                    var delivery = PlannedDelivery(
                        target: target, rule: timing == nil ? nil : "money", heldUntil: heldUntil)
                    delivery.timing = timing
                    return delivery
                })
            (alert.thread, alert.closesThread) = (thread, isEnd)
            _ = try transaction.insert(alert, for: change)
            return ((), [])
        }
    }

    /// A row that leaves 3.00, with an alert that this is less than 5.00.
    func lowBalance(_ number: Int, to target: String) async throws {
        let child = children[0]
        try await store.writeAlerts { transaction in
            let row = try Self.row(number, of: child, kind: .debit)
            _ = try transaction.insert(row)
            let change = FactChange(
                kind: .transactionAdded(row), child: child, origin: "https://one.example", isLate: false,
                at: Self.moment)
            let alert = PlannedAlert(
                key: .init(rawValue: "low|\(row.id.rawValue)"), event: .balanceLow, rule: "low",
                threshold: Decimal("5"), balance: Decimal("3"), deliveries: [PlannedDelivery(target: target)])
            _ = try transaction.insert(alert, for: change)
            return ((), [])
        }
    }

    /// What is due so many seconds after the alerts is told.
    func remind(
        after seconds: Int, counts: @escaping Sightings.Counting = Sightings.everybody
    ) async throws {
        try await store.writeAlerts { transaction in
            let now = Self.moment.advanced(by: .seconds(seconds))
            _ = try transaction.carryOutFollowUps(at: now, counts: counts) { _, _ in .told(heldUntil: nil) }
            return ((), [])
        }
    }

    func begin(_ number: Int64) async throws {
        _ = try await store.turn(
            finish: [], begin: [AttemptStart(.init(rawValue: number), body: [1])], now: Self.moment)
    }

    func finish(_ number: Int64, _ outcome: AttemptOutcome, reason: FailureReason? = nil) async throws {
        _ = try await store.turn(
            finish: [AttemptEnd(.init(rawValue: number), outcome, reason: reason, detail: "it said: no")], begin: [],
            now: Self.moment.advanced(by: .seconds(1)))
    }
}

extension ControlAPI {
    /// The answer's value; a refusal fails the test.
    func value(_ request: ControlRequest) async throws -> JSONValue {
        let answer = await self.answer(request)
        guard case .value(let value) = answer else { throw Unexpected(answer: answer) }
        return value
    }

    /// The refusal; a value fails the test.
    func refusal(_ request: ControlRequest) async throws -> ControlAnswer.Refusal {
        let answer = await self.answer(request)
        guard case .refused(let refusal) = answer else { throw Unexpected(answer: answer) }
        return refusal
    }

    struct Unexpected: Error { let answer: ControlAnswer }
}

extension JSONValue {
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    func texts(_ name: String) -> [String] {
        elements.compactMap { if case .string(let text)? = $0[name] { text } else { nil } }
    }
}
