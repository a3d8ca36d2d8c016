/// A value of a tree together with the way to it, for look-ups whose errors name the place:
///
///     let root = JSONNode(try JSONValue(parsing: body), names: .ignoringCase)
///     for child in try root.required("children").elements() {
///         let name = try child.required("firstName").string()
///         let notes = try child.optional("notes")?.string()
///     }
package struct JSONNode: Sendable {
    /// How names are compared.
    package enum Names: Sendable {
        case exact
        /// ASCII letters of either case are the same; an exact match wins.
        case ignoringCase
    }

    /// For what no look-up here gives, such as its kind.
    package let value: JSONValue
    /// From the node that the look-ups began with.
    package let path: JSONPath
    private let names: Names

    /// The outermost value of a tree.
    package init(_ value: JSONValue, names: Names = .exact) {
        self.init(value, JSONPath(), names)
    }

    private init(_ value: JSONValue, _ path: JSONPath, _ names: Names) {
        self.value = value
        self.path = path
        self.names = names
    }

    /// Whether the value is `null`.
    package var isNull: Bool { value == .null }

    // MARK: Members and elements

    /// The member with this name, or with the first of several names that is there and isn't `null`.
    ///
    /// - Returns: `nil` where the member is missing or `null`.
    /// - Throws: `JSONError` if this is not an object, or if the name can mean two members.
    package func optional(_ name: String, _ others: String...) throws(JSONError) -> JSONNode? {
        for name in [name] + others {
            if let node = try member(name), !node.isNull { return node }
        }
        return nil
    }

    /// The member with this name, or with the first of several names that is there and isn't `null`.
    ///
    /// - Throws: `JSONError` if this is not an object, or if the member is missing or `null`.
    package func required(_ name: String, _ others: String...) throws(JSONError) -> JSONNode {
        for name in [name] + others {
            if let node = try member(name), !node.isNull { return node }
        }
        throw JSONError(.missingKey, at: nil, path: path.appending(.member(name)))
    }

    /// The members in the order of the text.
    package func members() throws(JSONError) -> [(name: String, node: JSONNode)] {
        try object().members.map { ($0.name, JSONNode($0.value, path.appending(.member($0.name)), names)) }
    }

    /// The elements in the order of the text.
    package func elements() throws(JSONError) -> [JSONNode] {
        guard case .array(let elements) = value else { throw mismatch("an array") }
        return elements.enumerated().map { JSONNode($1, path.appending(.element($0)), names) }
    }

    /// The error for a value that isn't what the caller needs.
    ///
    /// - Parameter expected: such as "a date".
    package func mismatch(_ expected: String) -> JSONError {
        JSONError(.wrongValue, at: nil, path: path, expected: "\(expected), found \(value.kindName)")
    }

    private func object() throws(JSONError) -> JSONObject {
        guard case .object(let object) = value else { throw mismatch("an object") }
        return object
    }

    private func member(_ name: String) throws(JSONError) -> JSONNode? {
        let object = try object()
        let path = path.appending(.member(name))
        if let value = object[name] { return JSONNode(value, path, names) }
        guard names == .ignoringCase else { return nil }
        let matches = object.members(ignoringCase: name)
        guard matches.count <= 1 else { throw JSONError(.duplicateKey, at: nil, path: path) }
        return matches.first.map { JSONNode($0.value, path, names) }
    }
}
