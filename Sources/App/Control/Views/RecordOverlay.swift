import JSON
import Store
import Values

/// Records with what people have ordered about them and no fact shows yet: recomputed at each look, so that nothing is ever taken
/// back.
struct RecordOverlay: Sendable {
    /// A row as lists show it.
    struct Row: Sendable {
        /// `nil` of what the server does not have.
        let record: RecordRow?
        let child: ChildRow.ID?
        let server: ServerRow.ID
        let content: [JSONObject.Member]
        let standing: RecordState
        /// The last order about it that is not at its end.
        let intent: IntentRow.ID?
    }

    let rows: [Row]

    /// - Parameters:
    ///   - records: as the server has them.
    ///   - orders: of this kind, open, in the order of acceptance.
    ///   - contested: those of the orders that wait for a decision between two versions.
    ///   - child: whose alone are shown.
    init(
        _ records: [RecordRow], _ orders: [IntentRow], contested: Set<IntentRow.ID> = [], of child: ChildRow? = nil
    ) {
        let made = orders.filter { $0.order.record?.deed.effect == .creates && $0.fact == nil }
            .filter { child == nil || $0.child == child?.id && $0.server == child?.server }
        rows = records.map { Self.row($0, orders, contested) } + made.map(Self.row)
    }

    private static func row(_ record: RecordRow, _ orders: [IntentRow], _ contested: Set<IntentRow.ID>) -> Row {
        let own = orders.filter { intent in
            guard intent.server == record.server, let order = intent.order.record else { return false }
            return order.isAbout(record) || intent.fact == record.id && order.deed.effect == .creates
        }
        var members = object(record.content)
        var standing = RecordState.synced
        for intent in own {
            guard let order = intent.order.record else { continue }
            standing = RecordState(order.deed.effect, intent.state, isContested: contested.contains(intent.id))
            guard intent.state.isWaiting else { continue }
            switch order.deed.effect {
            case .creates, .deletes: break
            case .moves: if intent.fact == nil { members = moved(members, order) }
            case .updates: members = merged(members, order.shownChanges)
            }
        }
        return Row(
            record: record, child: record.child, server: record.server, content: members, standing: standing,
            intent: own.last?.id)
    }

    private static func row(_ intent: IntentRow) -> Row {
        Row(
            record: nil, child: intent.child, server: intent.server,
            content: object(intent.order.record?.base ?? intent.order.record?.payload ?? "{}"),
            standing: RecordState(.creates, intent.state, isContested: false), intent: intent.id)
    }

    private static func object(_ text: String) -> [JSONObject.Member] {
        if case .object(let object)? = try? JSONValue(parsing: text) { object.members } else { [] }
    }

    /// A goal that has what is put into it, as the server will show it.
    private static func moved(_ members: [JSONObject.Member], _ order: RecordOrder) -> [JSONObject.Member] {
        let amount = PendingMoney.amount(order.payload, "amount")
        return members.map { member in
            guard member.name == "saved", case .string(let text) = member.value,
                let sum = Decimal(text)?.adding(order.deed == .withdrawGoal ? -amount : amount)
            else { return member }
            return JSONObject.Member("saved", .string(sum.moneyText))
        }
    }

    private static func merged(
        _ members: [JSONObject.Member], _ changes: [JSONObject.Member]
    ) -> [JSONObject.Member] {
        members.map { member in changes.first { $0.name == member.name } ?? member }
    }
}

extension RecordOrder {
    /// Whether a row of its lists is what it changes.
    fileprivate func isAbout(_ row: RecordRow) -> Bool {
        if record == row.id { return true }
        guard case .array(let ids)? = (try? JSONValue(parsing: payload))?["ids"] else { return false }
        return ids.contains(.string(row.id.rawValue))
    }

    /// The members that a row has by another value as long as it waits.
    fileprivate var shownChanges: [JSONObject.Member] {
        if deed == .readNotifications { return [JSONObject.Member("read", .bool(true))] }
        if case .object(let object)? = try? JSONValue(parsing: payload) { return object.members }
        return []
    }
}
