import JSON
import Store
import Values

/// What was entered and ordered here moves the children's balances by, as far as those do not have it yet: of one moment with the
/// balances, so that no reader sees it twice or not at all.
struct PendingMoney: Sendable {
    private let entries: [IntentRow]
    /// With what their records say.
    private let orders: [(intent: IntentRow, order: RecordOrder, content: String?)]

    init(_ snapshot: borrowing some StoreReading & ~Copyable) throws {
        entries = try snapshot.overlay()
        orders = try snapshot.movingOrders().compactMap { intent in
            guard let order = intent.order.record else { return nil }
            let record = try order.record.flatMap { try snapshot.record($0, order.deed.kind, on: intent.server) }
            return (intent, order, record?.content)
        }
    }

    /// Each signed as it moves the child's balance.
    func amounts(of child: ChildRow) -> [Decimal] {
        let own = entries.filter { $0.child == child.id && $0.server == child.server }.map(\.pendingAmount)
        return own
            + orders.filter {
                $0.intent.child == child.id && $0.intent.server == child.server && $0.intent.isMissing(in: child)
            }
            .map { Self.move($0.order, $0.content) }
    }

    /// What goes into a goal leaves the balance; what was saved comes back; a chore is paid for.
    private static func move(_ order: RecordOrder, _ content: String?) -> Decimal {
        switch order.deed {
        case .depositGoal: -amount(order.payload, "amount")
        case .withdrawGoal: amount(order.payload, "amount")
        case .removeGoal: amount(content, "saved")
        case .approveChore: amount(content, "reward")
        default: .zero
        }
    }

    /// The member of a JSON object that is an amount as text; nothing where there is none.
    static func amount(_ text: String?, _ name: String) -> Decimal {
        guard let text, case .string(let amount)? = (try? JSONValue(parsing: text))?[name] else { return .zero }
        return Decimal(amount) ?? .zero
    }
}

extension IntentRow {
    /// Whether the child's balance is from before it. One that was asked for after the server said that it did it has it.
    fileprivate func isMissing(in child: ChildRow) -> Bool {
        guard state.isWaiting else { return isUncovered }
        return state != .acked || child.seenAt < dueAt
    }
}
