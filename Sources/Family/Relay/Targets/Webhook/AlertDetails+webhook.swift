import JSON
import Store
import Values

/// The member of a webhook's body that has what an alert tells beside child and money.
extension AlertDetails {
    /// What the member is called: the record's kind.
    static func member(of event: AlertRow.Event) -> String {
        switch event.topic {
        case .transaction: "before"
        case .balance, .summary, .drill, .problem: "details"
        case .allowance: "allowance"
        case .chore: "chore"
        case .goal: "goal"
        case .wish: "wish"
        case .gift: "gift"
        }
    }

    /// - Parameter limit: of each long text.
    func write(of event: AlertRow.Event, to data: inout JSONObjectWriter, _ limit: TextLimit) {
        let name = WebhookTarget.nameLimit
        switch event.topic {
        case .balance, .summary, .drill, .problem: return
        case .transaction:
            guard let was else { return }
            data.object(Self.member(of: event)) { before in
                before.set("amount", was.amount?.moneyText)
                before.set("kind", was.isCredit ? "credit" : "debit")
                before.set("category", name.cut(was.category))
                before.set("description", limit.cut(was.description))
                before.set("at", was.at)
                before.set("notes", was.notes.map(limit.cut))
            }
        case .allowance, .chore, .goal, .wish, .gift:
            data.object(Self.member(of: event)) { record in
                record.set("id", name.cut(id))
                record.set("name", self.name.map(name.cut))
                record.set("price", price?.moneyText)
                record.set("by", by.map(name.cut))
                record.set("reason", reason.map(limit.cut))
                record.set("notes", notes.map(limit.cut))
                record.set("due", due?.description)
                if event.topic == .chore { record.set("automatic", isAutomatic) }
            }
        }
    }

    /// What ``write(of:to:_:)`` wrote.
    init(_ node: JSONNode) {
        // A transaction's own member says what it said before.
        let text = node.value["amount"] == nil ? node.value.description : #"{"was":\#(node.value.description)}"#
        self.init(stored: text)
    }
}
