import AllowanceAPI
import Control
import JSON
import Runtime
import Store
import SyncEngine
import Values

extension EntryDesk {
    /// Takes an order in that another store has written down, if it says what orders say.
    func take(_ order: ImportedOrder) async throws -> ImportedOrder.Outcome {
        switch order.order {
        case .transaction(let content):
            guard order.child != nil else { throw refusal("it is not said whose money moves") }
            var draft = EntryDraft(id: order.id.rawValue)
            draft.amount = content.amount.isNegative ? "\(content.amount)" : "+\(content.amount)"
            (draft.category, draft.description, draft.notes) = (content.category, content.description, content.notes)
            let content = try EntryRules.content(draft, former: nil, await CategoryChoice(on: nil, in: store))
            return try await take(order, saying: .transaction(content))
        case .record(let record):
            return try await take(
                order, saying: .record(try OrderRules.imported(record, of: order.child, photo: order.photo)))
        }
    }

    private func take(
        _ order: ImportedOrder, saying checked: IntentRow.Order
    ) async throws -> ImportedOrder.Outcome {
        var order = order
        order.order = checked
        try await ImportLogin(store: store, person: person, commands: commands).require(order)
        return try await StoredIntents(store).take(order, now: WallClock.system.now)
    }
}
