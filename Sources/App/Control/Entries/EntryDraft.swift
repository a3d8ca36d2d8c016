import JSON
package import TextFormats
package import Values

/// What a person asks to be entered or changed, as it goes to the running program; nothing of it is checked yet.
package struct EntryDraft: Sendable, Equatable {
    /// The intent's id: made by whoever asks, so that asking again is the same entry. Of a change the id, or how it begins.
    package var id: String
    /// A first name, a full name or an id.
    package var child: String?
    /// With its sign, as typed.
    package var amount: String?
    package var category: String?
    package var description: String?
    package var notes: String?
    /// Of an order about a record, what else is changed, by the names that records have for it.
    package var fields: [String: String] = [:]
    /// By whose login it is made; `nil` where there is no doubt.
    package var account: String?

    /// Nothing but its id.
    package init(id: String) { self.id = id }

    /// As the control socket takes it.
    package var json: Secret {
        var writer = JSONWriter()
        writer.object { object in
            object.set("intent", id)
            object.set("child", ifPresent: child)
            object.set("amount", ifPresent: amount)
            object.set("category", ifPresent: category)
            object.set("description", ifPresent: description)
            object.set("notes", ifPresent: notes)
            object.set("account", ifPresent: account)
            if !fields.isEmpty {
                object.object("fields") { writer in
                    for (name, text) in fields.sorted(by: { $0.key < $1.key }) { writer.set(name, text) }
                }
            }
        }
        return Secret(writer.text)
    }

    /// Reads what ``json`` wrote.
    init(json: Secret) throws(JSONError) {
        let node = JSONNode(try json.withText { text throws(JSONError) in try JSONValue(parsing: text) })
        self.init(id: try node.required("intent").string())
        child = try node.optional("child")?.string()
        amount = try node.optional("amount")?.string()
        category = try node.optional("category")?.string()
        description = try node.optional("description")?.string()
        notes = try node.optional("notes")?.string()
        account = try node.optional("account")?.string()
        for (name, member) in try node.optional("fields")?.members() ?? [] { fields[name] = try member.string() }
    }
}

/// An amount as a person types it for an entry: with the sign that says where the money goes.
package enum EntryAmount {
    /// The largest that the server's column holds.
    private static let largest = Decimal("99999999.99") ?? .zero

    /// Reads `+5.00`, `-3.20`, `+5`.
    package static func parse(_ text: String) throws(TextFormatError) -> Decimal {
        guard let sign = text.first, sign == "+" || sign == "-" else {
            throw TextFormatError("has no sign", hint: "write +5.00 for money that comes, -5.00 for money that goes")
        }
        let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
            let amount = parts[0].utf8.count <= 15 ? Decimal(String(text.dropFirst())) : largest.adding(largest)
        else {
            throw TextFormatError("is not an amount", hint: "write it as +5.00 or -3.20, without a currency")
        }
        guard parts.count == 1 || parts[1].utf8.count <= 2 else {
            throw TextFormatError("has more than two decimal places", hint: "write whole cents, such as +5.25")
        }
        guard !amount.isZero else { throw TextFormatError("must not be zero", hint: "the least is +0.01 or -0.01") }
        guard !(largest < amount) else {
            throw TextFormatError("is too large", hint: "the family's server holds at most \(largest)")
        }
        return sign == "-" ? -amount : amount
    }
}
