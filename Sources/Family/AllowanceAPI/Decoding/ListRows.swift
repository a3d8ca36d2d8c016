import JSON

/// One answer with rows of a child, as any known server gives it.
struct TransactionPage: Sendable, Equatable {
    /// Newest first.
    let rows: [Transaction]
    /// How many the child has, where the server says so: only those do that cut their lists into pages.
    var total: Int?
}

extension Transaction {
    /// Reads a row as any known server sends it.
    ///
    /// - Parameter child: the child whose list this is, for servers that leave it out of the row.
    init(_ node: JSONNode, of child: Child.ID? = nil) throws(JSONError) {
        let own: Child.ID? = try node.optional("childId")?.identifier()
        guard let child = own ?? child else { throw JSONError(.missingKey, at: nil, path: node.path) }
        let creator = try node.optional("createdByName", "createdBy", "createdById")
        self.init(
            id: try node.required("id", "transactionId").identifier(),
            child: child,
            amount: try node.required("amount").money(),
            kind: Kind(try node.required("type").word()),
            category: CategoryNames.name(try node.optional("category")?.word() ?? ""),
            description: try node.text(of: "description"),
            balanceAfter: try node.required("balanceAfter").money(),
            createdAt: try node.required("createdAt").moment(),
            // Older rows carried the whole user, or null, instead of a name.
            createdBy: creator.flatMap { try? $0.string() },
            notes: try node.optional("notes")?.string())
    }

    /// Reads a list, bare or in the envelope of older designs, and how many rows there are where the server cuts it into pages.
    static func page(_ node: JSONNode, of child: Child.ID) throws(JSONError) -> TransactionPage {
        guard case .object = node.value else { return TransactionPage(rows: try rows(node, of: child)) }
        let pagination = try node.optional("pagination") ?? node
        return TransactionPage(
            rows: try rows(try node.required("transactions", "data", "items"), of: child),
            total: try pagination.optional("totalCount", "total")?.int())
    }

    private static func rows(_ list: JSONNode, of child: Child.ID) throws(JSONError) -> [Transaction] {
        try list.elements().map { element throws(JSONError) in try Transaction(element, of: child) }
    }
}

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
