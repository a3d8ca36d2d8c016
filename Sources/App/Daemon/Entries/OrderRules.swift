import AllowanceAPI
import Control
import JSON
import Store
import SyncEngine

/// What servers take of orders about records as it is meant; everything else is refused before it is kept.
enum OrderRules {
    /// - Throws: `ControlAnswer.Refusal` with the first thing that is wrong.
    static func payload(
        _ deed: RecordOrder.Deed, _ fields: [String: String], changing former: String? = nil
    ) throws(ControlAnswer.Refusal) -> String {
        do throws(OrderMistake) {
            return try deed.form.payload(fields, changing: former)
        } catch {
            throw ControlAnswer.Refusal(.malformed, error.message.harmless, hint: error.hint)
        }
    }

    /// What is said to an order beside which another one is open: the same again is that one.
    ///
    /// - Throws: `ControlAnswer.Refusal` for the opposite, and where the open one needs a person itself.
    static func decided(
        _ open: IntentRow, before order: IntentRow.Order, _ commands: ProgramCommands
    ) throws(ControlAnswer.Refusal) -> IntentRow {
        let (id, isSame) = (open.id.rawValue.prefix(8), open.order.deed == order.deed)
        guard !isSame || open.state == .parked else { return open }
        let what = open.order.record?.deed == .approveChore ? "approve" : "reject"
        let why = open.state == .parked ? "waits for a person's decision" : "is on its way to the family server"
        throw ControlAnswer.Refusal(
            .conflict, "an order to \(what) this chore \(why) already (\(id))",
            hint: "see it: \(commands.line("pending show \(id)"))")
    }

    /// The order with what a person changes of it.
    static func edited(
        _ order: RecordOrder, of child: ChildRow.ID?, _ draft: EntryDraft
    ) throws(ControlAnswer.Refusal) -> RecordOrder {
        var fields = draft.fields
        for (name, text) in [("amount", draft.amount), ("description", draft.description), ("notes", draft.notes)] {
            if let text { fields[name] = text }
        }
        if let category = draft.category { fields["category"] = category }
        guard fields["photo"] == nil else {
            throw ControlAnswer.Refusal(
                .malformed, "the photo of an order cannot be changed",
                hint: "give it up, and say it again with another --photo: pocketbell pending discard")
        }
        let payload = try payload(order.deed, fields, changing: order.payload)
        let name = (try? JSONValue(parsing: payload)).flatMap(Self.name)
        // What it shows of the record that it is about stays.
        let preview = OrderRequest(
            order.deed.form, child: child?.rawValue, record: order.record?.rawValue, payload: payload,
            current: order.deed.effect == .creates ? order.base : nil
        ).preview
        return RecordOrder(
            order.deed, record: order.record, owner: order.owner, payload: payload, base: preview ?? order.base,
            title: order.record == nil ? name ?? order.title : order.title)
    }

    /// What a file says of an order, if an order of its kind can say that.
    ///
    /// - Parameter photo: the bytes that came with it.
    static func imported(
        _ order: RecordOrder, of child: ChildRow.ID?, photo: [UInt8]?
    ) throws(ControlAnswer.Refusal) -> RecordOrder {
        let payload = try payload(order.deed, [:], changing: order.payload)
        guard (order.record == nil) == (order.deed.subject == .child), (child == nil) == (order.deed.subject == .login),
            isOwner(of: order, child),
            order.record.map({ Child.ID(rawValue: $0.rawValue) != nil }) ?? true
        else { throw ControlAnswer.Refusal(.malformed, "it is not said what it is about") }
        if let base = order.base {
            guard case .object? = try? JSONValue(parsing: base) else {
                throw ControlAnswer.Refusal(.malformed, "what it was compared with cannot be read")
            }
        }
        if let photo {
            try PhotoRules.check(photo)
            guard (try? JSONValue(parsing: payload))?["photo"] == .string(MediaFiles.hash(of: photo).rawValue) else {
                throw ControlAnswer.Refusal(.malformed, "the photo is not the one that belongs to it")
            }
        }
        return RecordOrder(
            order.deed, record: order.record, owner: order.owner, payload: payload, base: order.base,
            title: String(order.title.prefix(200)))
    }

    /// Whether its list is one that an order of the kind can be looked for in: the owner becomes a part of the list's path.
    private static func isOwner(of order: RecordOrder, _ child: ChildRow.ID?) -> Bool {
        switch order.deed.form.list.scope {
        case .login, .way: order.owner.isEmpty
        case .child: order.owner == child?.rawValue
        // Of something that was done, the chore; the record is what came of it.
        case .chore where order.deed.subjectKind == .completion: Child.ID(rawValue: order.owner) != nil
        case .chore, .goal: order.owner == order.record?.rawValue
        }
    }

    /// - Throws: ``ControlAnswer/Refusal`` for an order that the disk has changed: whatever a person changes of it, the rest of it, as
    ///   whose it is, would be sent as the disk has it.
    static func requireWhole(_ row: IntentRow, _ commands: ProgramCommands) throws(ControlAnswer.Refusal) {
        guard row.isDamaged else { return }
        let id = row.id.rawValue.prefix(8)
        throw ControlAnswer.Refusal(
            .conflict, "\(id) cannot be changed: the disk has changed what it says, and nothing tells what that was",
            hint: "give it up, and enter it anew: \(commands.line("pending discard \(id)"))")
    }

    /// What people know the record by.
    static func title(_ payload: String, _ record: RecordRow?) -> String {
        let known = record.flatMap { try? JSONValue(parsing: $0.content) }.flatMap(name)
        return known ?? (try? JSONValue(parsing: payload)).flatMap(name) ?? ""
    }

    private static func name(_ content: JSONValue) -> String? {
        for name in ["name", "title"] { if case .string(let text)? = content[name] { return text } }
        return nil
    }

    /// What to do where a server has none of these records.
    static func elsewhere(_ kind: RecordRow.Kind) -> String? {
        kind == .wish ? "newer servers have goals instead: pocketbell goals" : nil
    }
}
