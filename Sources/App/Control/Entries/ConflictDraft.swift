import JSON
package import Values

/// What a person decides of a conflict, as it goes to the running program; nothing of it is checked yet.
package struct ConflictDraft: Sendable, Equatable {
    /// As typed.
    package var conflict: String
    /// `server` or `mine`; `nil` where another value is set.
    package var keep: String?
    /// What is to be instead of both, by the field's name.
    package var fields: [String: String] = [:]

    /// Nothing is decided.
    package init(_ conflict: String) { self.conflict = conflict }

    /// As the control socket takes it.
    package var json: Secret {
        var writer = JSONWriter()
        writer.object { object in
            object.set("conflict", conflict)
            object.set("keep", ifPresent: keep)
            object.object("fields") { writer in
                for (name, text) in fields.sorted(by: { $0.key < $1.key }) { writer.set(name, text) }
            }
        }
        return Secret(writer.text)
    }

    /// Reads what ``json`` wrote.
    init(json: Secret) throws(JSONError) {
        let node = JSONNode(try json.withText { text throws(JSONError) in try JSONValue(parsing: text) })
        self.init(try node.required("conflict").string())
        keep = try node.optional("keep")?.string()
        for (name, member) in try node.optional("fields")?.members() ?? [] { fields[name] = try member.string() }
    }
}
