import JSON

extension Child {
    /// Reads a child from any list or detail: they differ in `id` or `childId` and in how much they tell.
    init(_ node: JSONNode) throws(JSONError) {
        self.init(
            id: try node.required("id", "childId").identifier(),
            userID: try node.optional("userId")?.identifier(),
            firstName: try node.text(of: "firstName"),
            lastName: try node.text(of: "lastName"),
            balance: try node.required("currentBalance", "balance").money(),
            savingsBalance: try node.optional("savingsBalance")?.money(),
            weeklyAllowance: try node.optional("weeklyAllowance")?.money(),
            lastAllowanceAt: try node.optional("lastAllowanceDate")?.moment())
    }

    /// Reads a list: bare, or as a family's `children`.
    static func list(_ node: JSONNode) throws(JSONError) -> [Child] {
        let list = if case .array = node.value { node } else { try node.required("children") }
        return try list.elements().map { element throws(JSONError) in try Child(element) }
    }
}
