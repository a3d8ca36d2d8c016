/// The members of an object in the order in which they were written.
package struct JSONObject: Hashable, Sendable {
    /// A name and its value.
    package struct Member: Hashable, Sendable {
        /// With its escapes resolved.
        package let name: String
        package let value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// A parsed object has no name twice; one that was put together may.
    package let members: [Member]

    package init(_ members: [Member]) {
        self.members = members
    }

    /// The member with exactly this name; `nil` if there is none.
    package subscript(name: String) -> JSONValue? {
        members.first { $0.name == name }?.value
    }

    /// The members whose name differs from `name` in the case of ASCII letters at most.
    func members(ignoringCase name: String) -> [Member] {
        members.filter { Self.folded($0.name) == Self.folded(name) }
    }

    private static func folded(_ name: String) -> [UInt8] {
        name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}
