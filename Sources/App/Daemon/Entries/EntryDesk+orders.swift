import AllowanceAPI
import Control
import JSON
import Store
import SyncEngine
import Values

extension EntryDesk {
    /// Keeps an order about a record, if the server has such records and takes what it says.
    func order(_ draft: OrderDraft, _ subject: EntryTaker.Subject) async throws -> IntentRow {
        guard let child = subject.child else {
            // By the order, not by what it is about: another one of a login's own must not mark these read.
            guard draft.deed == .readNotifications else { throw refusal("it is not said which child is meant") }
            return try await readNotifications(draft)
        }
        let form = draft.deed.form
        var fields = draft.fields
        // The name of the photo's file stands in its place; nobody else names one.
        fields["photo"] = try draft.photo.map { photo throws(ControlAnswer.Refusal) in
            try PhotoRules.check(photo)
            return MediaFiles.hash(of: photo).rawValue
        }
        let payload = try OrderRules.payload(draft.deed, fields)
        let account = try await account(draft.account, child, by: form.giver, to: "give this order (\(form.name))")
        let record = try await record(draft.deed, subject.record, child)
        let owner = try owner(draft.deed, child, record)
        try await requireList(draft.deed, owner, account)
        let request = OrderRequest(
            form, child: child.id.rawValue, record: subject.record?.id.rawValue, payload: payload,
            current: subject.record?.content)
        let order = RecordOrder(
            draft.deed, record: record?.id, owner: owner, payload: payload,
            base: record.flatMap { OrderComparison(form).base(payload, of: $0.content) } ?? request.preview,
            title: OrderRules.title(payload, record))
        return try await accept(draft.id, account, child, .record(order), photo: draft.photo)
    }

    /// Whose list shows what came of it.
    private func owner(
        _ deed: RecordOrder.Deed, _ child: ChildRow, _ record: RecordRow?
    ) throws(ControlAnswer.Refusal) -> String {
        switch deed.form.list.scope {
        // Nobody orders a category.
        case .login, .way: return ""
        case .child: return child.id.rawValue
        case .chore where deed.kind == .completion && deed.subjectKind == .completion:
            let content = record.flatMap { try? JSONValue(parsing: $0.content) }
            guard case .string(let chore)? = content?["chore"] else {
                throw refusal("the server does not say which chore that was", nil)
            }
            return chore
        case .chore, .goal: return record?.id.rawValue ?? ""
        }
    }

    /// What is ordered of a child's settings is about those, which have the child's id.
    private func record(
        _ deed: RecordOrder.Deed, _ named: RecordRow?, _ child: ChildRow
    ) async throws -> RecordRow? {
        guard deed.subject == .settings else { return named }
        let id = RecordRow.ID(rawValue: child.id.rawValue)
        let known = try await store.read("order.settings") { try $0.record(id, .settings, on: child.server) }
        if let known { return known }
        throw ControlAnswer.Refusal(
            .unavailable, "the settings of \(child.firstName.harmless) were not read yet",
            hint: "the program reads them: \(commands.start)")
    }

    // MARK: Notifications

    /// Those that are named, or all that the login has not read as far as is known here: what comes meanwhile is not meant.
    private func readNotifications(_ draft: OrderDraft) async throws -> IntentRow {
        let accounts = try await watched(named: draft.account, among: try await store.accounts())
            .filter { $0.userID != nil }
        let wanted = (draft.fields["ids"] ?? "").lowercased().split(separator: " ").map(String.init)
        var meant: [(account: AccountRow, ids: [String])] = []
        for account in accounts {
            let ids = try await notices(of: account).filter { row in
                wanted.isEmpty ? !row.isRead : wanted.contains { row.id.hasPrefix($0) }
            }.map(\.id)
            if !ids.isEmpty { meant.append((account, ids)) }
        }
        guard let one = meant.first else {
            let what = wanted.isEmpty ? "there is no notification that is not read" : "there is no such notification"
            throw ControlAnswer.Refusal(.unknown, what, hint: "see them: \(commands.line("notifications"))")
        }
        guard meant.count == 1 else {
            let names = meant.map(\.account.name).joined(separator: " or --account ")
            throw refusal("more than one login has them", "say whose are meant: --account \(names)")
        }
        let payload = try OrderRules.payload(.readNotifications, ["ids": one.ids.joined(separator: " ")])
        let order = RecordOrder(
            .readNotifications, record: one.ids.first.map(RecordRow.ID.init(rawValue:)), owner: "", payload: payload,
            title: one.ids.count == 1 ? "1 notification" : "\(one.ids.count) notifications")
        return try await accept(draft.id, try await unchanged(one.account), nil, .record(order))
    }

    /// A login's notifications, as its lists had them.
    private func notices(of account: AccountRow) async throws -> [(id: String, isRead: Bool)] {
        try await store.read("order.notices") { snapshot in
            try snapshot.recordIDs(of: account.id, .notification).compactMap { id in
                guard let row = try snapshot.record(id, .notification, on: account.server), !row.isGone,
                    let content = try? JSONValue(parsing: row.content)
                else { return nil }
                return (id.rawValue, content["read"] == true)
            }
        }
    }

    /// Where it is known that the server has no such records, nobody waits for them.
    private func requireList(_ deed: RecordOrder.Deed, _ owner: String, _ account: AccountRow) async throws {
        guard let kind = deed.shownIn else { return }
        let list = try await store.read("order.list") { try $0.recordList(of: account.id, kind, owner: owner) }
        guard list?.failure == "absent" else { return }
        throw ControlAnswer.Refusal(
            .conflict, "this family server has no \(deed.form.list.name)", hint: OrderRules.elsewhere(kind))
    }
}
