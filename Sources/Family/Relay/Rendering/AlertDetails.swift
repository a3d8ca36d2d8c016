import JSON
import Store
import Values

/// What an alert tells beside child and money, as its event's rule wrote it down: clean text, exact money.
struct AlertDetails: Sendable, Equatable {
    /// Of the record that it is about.
    var id = ""
    var name: String?
    /// What it costs, or brings.
    var price: Decimal?
    var by: String?
    var reason: String?
    var notes: String?
    /// The day on which it was due.
    var due: CivilDate?
    /// When it happened, by the server's clock.
    var at: Timestamp?
    /// The server made it by itself: nobody has done anything yet.
    var isAutomatic = false
    /// What a transaction said before.
    var was: Former?

    /// What a transaction said before it said something else.
    struct Former: Sendable, Equatable {
        /// Without sign; `nil` where it is hidden.
        var amount: Decimal?
        var isCredit: Bool
        var category: String
        var description: String
        var at: Timestamp
        var notes: String?
    }

    /// Nothing.
    init() {}
}

extension AlertDetails {
    /// What people typed about it.
    var texts: [String] { [name, notes, reason].compactMap(\.self) }

    /// What was written down, with all text that people typed cleaned once for every target; what a later version wrote and this one
    /// does not know looks as if it weren't there.
    init(stored text: String) {
        self.init()
        guard let json = try? JSONValue(parsing: text) else { return }
        id = json.line("id") ?? ""
        name = json.line("name")
        price = json.plain("price").flatMap { Decimal($0) }
        by = json.line("by")
        reason = json.lines("reason")
        notes = json.lines("notes")
        due = json.plain("due").flatMap { CivilDate($0) }
        at = json.plain("at").flatMap { Timestamp($0) }
        isAutomatic = json["automatic"] == .bool(true)
        was = json["was"].flatMap { Former($0) }
    }

    /// What an edited transaction tells.
    static func stored(_ former: TransactionRow) -> String {
        let bytes = JSONWriter.object { object in
            object.object("was") { was in
                was.set("amount", former.amount.magnitude.moneyText)
                was.set("kind", former.kind.rawValue)
                was.set("category", former.category)
                was.set("description", former.description)
                was.set("at", former.createdAt.wholeSeconds)
                was.set("notes", ifPresent: former.notes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension AlertDetails.Former {
    /// `nil` where it has no amount.
    fileprivate init?(_ json: JSONValue) {
        guard let amount = json.plain("amount").flatMap({ Decimal($0) }),
            let at = json.plain("at").flatMap({ Timestamp($0) })
        else { return nil }
        self.init(
            amount: amount, isCredit: json.plain("kind") == TransactionRow.Kind.credit.rawValue,
            category: json.line("category") ?? "", description: json.lines("description") ?? "", at: at,
            notes: json.lines("notes"))
    }
}

extension JSONValue {
    fileprivate func plain(_ name: String) -> String? { if case .string(let text)? = self[name] { text } else { nil } }

    fileprivate func line(_ name: String) -> String? {
        plain(name).map(UserText.singleLine).flatMap { $0.isEmpty ? nil : $0 }
    }

    fileprivate func lines(_ name: String) -> String? {
        plain(name).map(UserText.cleaned).flatMap { $0.isEmpty ? nil : $0 }
    }
}
