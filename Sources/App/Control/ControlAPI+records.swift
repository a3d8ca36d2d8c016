import JSON
import Store
import Values

extension ControlAPI {
    /// The records of one kind, as the servers listed them last, and how old each list is. Whoever looks at them has them read again
    /// soon.
    func records(_ request: ControlRequest) async throws -> JSONValue {
        guard let kind = RecordRow.Kind(rawValue: request.path[1]) else {
            throw ControlAnswer.Refusal(.unknown, "there are no records called '\(request.path[1])'")
        }
        let limit = try limit(request, standard: Self.longestList)
        let children = try await store.children()
        let child = try child(request, children)
        let found = try await store.read("records") { snapshot in
            // Where there is no chore there is no list of what was done: the chores' own says how old that is.
            let chores = kind == .completion ? try snapshot.recordLists(.chore) : []
            var view = RecordView(
                kind: kind, child: child, rows: try snapshot.records(kind, of: child?.id, limit: limit),
                orders: try snapshot.openOrders(kind), lists: try snapshot.recordLists(kind) + chores,
                accounts: try snapshot.accounts())
            view.contested = Set(try snapshot.openConflicts().map(\.intent))
            if kind == .settings {
                view.changes = (
                    try snapshot.records(.allowanceChange, of: child?.id), try snapshot.recordLists(.allowanceChange)
                )
            }
            return view
        }
        await note(.looks(at: kind))
        return found.json(children, in: await installed().currency)
    }
}
