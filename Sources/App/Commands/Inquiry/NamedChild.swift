import JSON

/// A child as the program's answers name it.
struct NamedChild {
    let id: String
    let firstName: String
    /// First and last name.
    let fullName: String

    /// Those that a list holds; what has no name of a child's is passed over.
    static func all(in list: JSONValue?) -> [NamedChild] {
        guard case .array(let children)? = list else { return [] }
        return children.compactMap(NamedChild.init)
    }

    private init?(_ child: JSONValue) {
        func text(_ name: String) -> String? { if case .string(let text)? = child[name] { text } else { nil } }
        guard let first = text("firstName") else { return nil }
        (id, firstName, fullName) = (text("id") ?? "", first, text("name") ?? first)
    }

    /// Whatever a rule or an option may call it.
    var names: [String] { [firstName, fullName, id].filter { !$0.isEmpty } }
}
