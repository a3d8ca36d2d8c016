import AllowanceAPI
import Control
import JSON
import Runtime
import Store
import SyncEngine
import Values

extension EntryDesk {
    /// Carries out what a person decides, if it can be meant.
    func resolve(_ draft: ConflictDraft) async throws {
        let number = ConflictRow.Number(rawValue: Int64(draft.conflict) ?? 0)
        let known = try await store.read("conflict") { snapshot in
            let row = try snapshot.conflict(number)
            return (row, try row.flatMap { try snapshot.intent($0.intent) }?.order.record)
        }
        guard let row = known.0, let order = known.1 else { throw unknown(draft) }
        let choice = try choice(draft, row, order)
        switch try await ConflictDesk(store).resolve(number, choice, now: WallClock.system.now) {
        case .done: return
        case .unknown: throw unknown(draft)
        case .decided(let row):
            let why = row.resolution == nil ? "its order is taken up again" : "it was decided before"
            let open = try await store.read("conflict.open") { try $0.openConflicts() }
            let number = open.first { $0.intent == row.intent }?.number.rawValue ?? number.rawValue
            throw ControlAnswer.Refusal(
                .conflict, "conflict \(draft.conflict) is left as it is: \(why)",
                hint: "see \(number == row.number.rawValue ? "it" : "what waits for you"): "
                    + commands.line("conflicts show \(number)"))
        case .moved(let row):
            let now = row.remote ?? "nothing"
            throw ControlAnswer.Refusal(
                .conflict,
                "the server has changed '\(row.field)' once more, to \(now.harmless), and nothing was decided",
                hint: "look at it, and decide again: \(commands.line("conflicts show \(draft.conflict)"))")
        }
    }

    private func unknown(_ draft: ConflictDraft) -> ControlAnswer.Refusal {
        ControlAnswer.Refusal(
            .unknown, "there is no conflict '\(draft.conflict.harmless)'",
            hint: "see them: \(commands.line("conflicts list --all"))")
    }

    private func choice(
        _ draft: ConflictDraft, _ row: ConflictRow, _ order: RecordOrder
    ) throws(ControlAnswer.Refusal) -> ConflictDesk.Choice {
        switch (draft.keep, draft.fields.first) {
        case ("server", nil): return .server
        case ("mine", nil): return .mine
        case (nil, let (name, text)?) where draft.fields.count == 1:
            guard name == row.field, let field = order.deed.form.fields.first(where: { $0.name == name }) else {
                let isSettable = order.deed.form.fields.contains { $0.name == row.field }
                throw refusal(
                    "conflict \(draft.conflict) is about '\(row.field)', not about '\(name.harmless)'",
                    isSettable ? "write --set \(row.field)=VALUE" : "write --keep server or --keep mine")
            }
            do throws(OrderMistake) {
                let value = try field.value(of: text, called: row.field)
                return .other(value == .null ? nil : value.description)
            } catch {
                throw refusal(error.message.harmless, error.hint)
            }
        default:
            throw refusal(
                "it is not said which of both counts", "write --keep server, --keep mine or --set \(row.field)=VALUE")
        }
    }
}
