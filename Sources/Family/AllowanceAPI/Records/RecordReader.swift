import JSON
import Values

/// Reads the members of one record.
package struct RecordReader: Sendable {
    /// For records that are read elsewhere as well.
    let node: JSONNode
    /// Whose list this is, for servers that leave it out of the row.
    let owner: String?

    init(_ node: JSONNode, owner: String?) {
        (self.node, self.owner) = (node, owner)
    }

    // MARK: Who and whose

    func id<Subject>(_ name: String = "id", or older: String = "id") throws(JSONError) -> Identifier<Subject> {
        try node.required(name, older).identifier()
    }

    /// The child that the row names, or whose list this is.
    func child() throws(JSONError) -> Child.ID? {
        try reference("childId") ?? owner.flatMap { Child.ID(rawValue: $0) }
    }

    func reference<Subject>(_ name: String) throws(JSONError) -> Identifier<Subject>? {
        try node.optional(name)?.identifier()
    }

    // MARK: Values

    /// Empty where the server leaves it out.
    func text(_ name: String, or older: String? = nil) throws(JSONError) -> String {
        try optionalText(name, or: older) ?? ""
    }

    func optionalText(_ name: String, or older: String? = nil) throws(JSONError) -> String? {
        try node.optional(name, older ?? name)?.string()
    }

    /// A name, or its number's digits; empty where the server leaves it out.
    func wordText(_ name: String) throws(JSONError) -> String { try node.optional(name)?.word() ?? "" }

    func money(_ name: String, or older: String? = nil) throws(JSONError) -> Decimal {
        try node.required(name, older ?? name).money()
    }

    func optionalMoney(_ name: String, or older: String? = nil) throws(JSONError) -> Decimal? {
        try node.optional(name, older ?? name)?.money()
    }

    func moment(_ name: String, or older: String? = nil) throws(JSONError) -> Timestamp? {
        try node.optional(name, older ?? name)?.moment()
    }

    func flag(_ name: String) throws(JSONError) -> Bool { try node.optional(name)?.bool() ?? false }

    func count(_ name: String) throws(JSONError) -> Int { try node.optional(name)?.int() ?? 0 }

    /// A word of a list that servers may have made longer.
    func word<Known>(_ name: String, or older: String? = nil) throws(JSONError) -> ServerWord<Known>? {
        try node.optional(name, older ?? name).map { node throws(JSONError) in ServerWord(try node.word()) }
    }
}
