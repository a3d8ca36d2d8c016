package import JSON
package import Store
package import Values

/// What a person asks to be done with a record, as it goes to the running program; nothing of it is checked yet.
package struct OrderDraft: Sendable, Equatable {
    /// The intent's id: made by whoever asks, so that asking again is the same order.
    package let id: String
    package let deed: RecordOrder.Deed
    /// A first name, a full name or an id.
    package var child: String?
    /// Which record: its name, its id, or how only that begins.
    package var record: String?
    /// As typed, by the names that records have for them.
    package var fields: [String: String] = [:]
    /// By whose login it is given; `nil` where there is no doubt.
    package var account: String?
    /// A picture that goes with it, ready to be sent.
    package var photo: [UInt8]?

    /// An order that says nothing yet.
    package init(id: String, _ deed: RecordOrder.Deed) { (self.id, self.deed) = (id, deed) }

    /// As the control socket takes it.
    package var json: Secret {
        var writer = JSONWriter()
        writer.object { object in
            object.set("intent", id)
            object.set("order", deed.rawValue)
            object.set("child", ifPresent: child)
            object.set("record", ifPresent: record)
            object.object("fields") { writer in
                for (name, text) in fields.sorted(by: { $0.key < $1.key }) { writer.set(name, text) }
            }
            object.set("account", ifPresent: account)
            object.set("photo", ifPresent: photo.map { Base64.standard.encode($0) })
        }
        return Secret(writer.text)
    }

    /// Reads what ``json`` wrote.
    package init(json: Secret) throws(JSONError) {
        let node = JSONNode(try json.withText { text throws(JSONError) in try JSONValue(parsing: text) })
        let word = try node.required("order")
        guard let deed = RecordOrder.Deed(rawValue: try word.string()) else { throw word.mismatch("a known order") }
        self.init(id: try node.required("intent").string(), deed)
        child = try node.optional("child")?.string()
        record = try node.optional("record")?.string()
        for (name, member) in try node.optional("fields")?.members() ?? [] { fields[name] = try member.string() }
        account = try node.optional("account")?.string()
        photo = try node.optional("photo").map { node throws(JSONError) in
            guard let bytes = Base64.standard.decode(try node.string()) else { throw node.mismatch("base 64") }
            return bytes
        }
    }
}
