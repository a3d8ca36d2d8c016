package import JSON
package import Store
import TextFormats
package import Values

/// Something that may have happened, for a look at how it would be told.
package struct PreviewEvent: Sendable {
    let facts: AlertFacts
    let isRepeat: Bool

    /// What sort of thing it is.
    package var event: AlertRow.Event { facts.event }

    private init(_ facts: AlertFacts, isRepeat: Bool = false) {
        self.facts = facts
        self.isRepeat = isRepeat
    }

    /// One of each kind that a rule tells of; of problems of the program itself, which all sound alike, the first.
    ///
    /// - Parameters:
    ///   - language: of those who would read it.
    ///   - reader: the child who is told; it is about that one if the rule tells of it.
    package static func samples(
        of rule: Rule, in language: Language, at moment: Timestamp, readBy reader: String? = nil
    ) -> [PreviewEvent] {
        let events = AlertRow.Event.allCases.filter(rule.events.contains)
        return (events.filter { !$0.isProblem } + events.filter(\.isProblem).prefix(1)).map { event in
            var facts = AlertFacts.sample(at: moment, by: rule, in: language)
            facts.event = event
            facts.key = "preview|\(event.rawValue)"
            // An id says no more to a person than the sample's own name.
            if let child = rule.child(reading: reader).map(UserText.singleLine) {
                if child.count < 20 {
                    (facts.fullName, facts.firstName) = (child, firstName(of: child))
                } else {
                    facts.childID = child
                }
            }
            switch event.topic {
            case .balance: facts.setBalance(event, below: rule.below)
            case .allowance, .chore, .goal, .wish, .gift: facts.setRecord(event, in: language.words)
            case .transaction: facts.setMovement(event)
            case .problem:
                facts = AlertFacts(
                    AlertRow.Notice(
                        subject: "", sentence: "this is a sample, and nothing is wrong",
                        since: moment.advanced(by: .seconds(-3_600)), isOver: false), as: event, at: moment)
            case .summary, .drill: facts = AlertFacts(timed: event, by: rule, child: facts, at: moment)
            }
            return PreviewEvent(facts)
        }
    }

    /// One that a webhook was sent, or could be (`docs/webhook.schema.json`).
    ///
    /// - Parameter body: the whole of it, of a single alert.
    /// - Throws: `JSONError` with the place of what is missing or another thing than it has to be.
    package init(webhook body: JSONNode) throws(JSONError) {
        let type = try body.required("type")
        let (moment, data) = (try body.required("timestamp").timestamp(), try body.required("data"))
        let word = try type.string()
        switch word {
        case "problem.began": self.init(try AlertFacts(problem: data, isOver: false, at: moment), data)
        case "problem.over": self.init(try AlertFacts(problem: data, isOver: true, at: moment), data)
        default:
            guard
                let event = Self.given.first(where: { WebhookTarget.type(of: $0) == word })
            else {
                let words = Self.given.map(WebhookTarget.type)
                throw type.mismatch("\(words.joined(separator: ", ")), problem.began or problem.over")
            }
            self.init(try AlertFacts(money: data, as: event, at: moment), data)
        }
    }

    /// Why a webhook's type is none that can be given, and what is; `nil` of one that can.
    package static func refusal(ofType word: String) -> (message: String, hint: String?)? {
        let types = given.map(WebhookTarget.type) + ["problem.began", "problem.over"]
        guard !types.contains(word) else { return nil }
        if word == "digest" {
            return ("a digest is several alerts in one message", "take one that came by itself")
        }
        if AlertRow.Event.allCases.contains(where: { WebhookTarget.type(of: $0) == word }) {
            return (
                "what comes at a set time, as '\(word)' does, is told whatever happens", "take something that happened"
            )
        }
        return ("there is no type '\(UserText.singleLine(word))'", nearestHint(to: word, in: types))
    }

    /// What comes at a set time is no event that somebody could give.
    private static let given = AlertRow.Event.allCases.filter { ![.problem, .summary, .drill].contains($0.topic) }

    private init(_ facts: AlertFacts, _ data: JSONNode) {
        self.init(facts, isRepeat: data.value["repeat"] == .bool(true))
    }

    fileprivate static func firstName(of name: String) -> String {
        String(name.split(separator: " ").first ?? "")
    }
}

extension AlertFacts {
    fileprivate init(money data: JSONNode, as event: AlertRow.Event, at moment: Timestamp) throws(JSONError) {
        let child = try data.required("child")
        let name = UserText.singleLine(try child.required("name").string())
        let transaction = try data.optional("transaction")
        // A balance may come without; of what is about one it is the whole.
        if event.topic == .transaction { _ = try data.required("transaction") }
        let isBalance = event.topic == .balance
        let movement: Movement? = if let transaction { try Movement(transaction) } else { nil }
        self.init(
            key: "preview|\(event.rawValue)", event: event,
            childID: UserText.singleLine(try child.required("id").string()),
            firstName: PreviewEvent.firstName(of: name), fullName: name, movement: movement,
            balance: isBalance ? try data.required("balance").amount() : try data.optional("balance")?.amount(),
            threshold: isBalance ? try data.required("threshold").amount() : nil,
            rule: nil, account: try data.optional("account")?.string().harmless,
            isLate: try data.optional("late")?.bool() ?? false, createdAt: moment,
            details: try data.optional(AlertDetails.member(of: event)).map { AlertDetails($0) } ?? AlertDetails())
        if event.topic != .transaction, event.topic != .balance {
            _ = try data.required(AlertDetails.member(of: event))
        }
    }

    /// - Parameter child: whose week a summary tells: one transaction.
    fileprivate init(timed event: AlertRow.Event, by rule: Rule, child facts: AlertFacts, at moment: Timestamp) {
        self.init(
            AlertRow.Notice(subject: "", sentence: "", since: moment, isOver: false), as: event, at: moment)
        key = facts.key
        self.rule = rule.name
        let amount = facts.movement?.amount ?? .zero
        let row = ChildRow(
            server: ServerRow.ID(rawValue: 0), id: ChildRow.ID(rawValue: facts.childID), firstName: facts.firstName,
            lastName: "", balance: amount, seenAt: moment)
        let movement = TransactionRow(
            server: row.server, id: .init(rawValue: facts.childID), child: row.id, amount: amount, kind: .credit,
            category: "", description: "", balanceAfter: amount, createdAt: moment, position: 1, firstSeenAt: moment,
            source: .scan, isLate: false)
        let period = moment.advanced(by: .seconds(-7 * 86_400))..<moment
        week = WeekSummary(
            period: period, children: [WeekSummary.Child(row, [movement], goals: [], in: period)])
    }

    fileprivate init(problem data: JSONNode, isOver: Bool, at moment: Timestamp) throws(JSONError) {
        let problem = try data.required("problem")
        let kind = try problem.required("kind")
        guard let event = AlertRow.Event(rawValue: try kind.string()), event.isProblem else {
            let words = AlertRow.Event.allCases.filter(\.isProblem).map(\.rawValue)
            throw kind.mismatch("one of: \(words.joined(separator: ", "))")
        }
        self.init(
            AlertRow.Notice(
                subject: try problem.optional("subject")?.string().harmless ?? "",
                sentence: UserText.cleaned(try problem.required("sentence").string()),
                since: try problem.required("since").timestamp(), isOver: isOver), as: event, at: moment)
    }
}

extension AlertFacts.Movement {
    fileprivate init(_ node: JSONNode) throws(JSONError) {
        let kind = try node.required("kind")
        guard let isCredit = ["credit": true, "debit": false][try kind.string()] else {
            throw kind.mismatch("credit or debit")
        }
        let notes = try node.optional("notes")?.string()
        self.init(
            id: try node.required("id").string().harmless, amount: try node.required("amount").amount().magnitude,
            isCredit: isCredit, category: try node.required("category").string().harmless,
            description: UserText.cleaned(try node.required("description").string()),
            at: try node.required("at").timestamp(), balance: try node.required("balance").amount(),
            by: try node.optional("by")?.string().harmless, notes: notes.map(UserText.cleaned))
    }
}

extension Rule {
    /// Whom a sample is about, of the children that it names.
    fileprivate func child(reading reader: String?) -> String? {
        guard let reader else { return match.children.first }
        let isNamed = match.children.isEmpty || match.children.contains { $0.lowercased() == reader.lowercased() }
        return isNamed ? reader : match.children.first
    }
}

extension String {
    /// As all that people typed is cleaned on its way from the store.
    fileprivate var harmless: String { UserText.singleLine(self) }
}

extension JSONNode {
    fileprivate func amount() throws(JSONError) -> Decimal {
        guard let amount = Decimal(try string()) else { throw mismatch("an amount as text, such as \"12.50\"") }
        return amount
    }
}
