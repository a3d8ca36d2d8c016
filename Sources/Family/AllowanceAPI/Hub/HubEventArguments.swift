import JSON

/// The arguments of one hub message: positional, or one object with names in any letter case.
struct HubEventArguments {
    private let nodes: [JSONNode]

    init(_ nodes: [JSONNode]) {
        self.nodes = nodes
    }

    /// - Returns: `nil` if the message says that nothing about money happened.
    func hint(for event: HubEvent) -> HubHint? {
        switch event {
        case .notification: notification
        case .transaction: transaction
        case .balance: balance
        case .ofChild: child(at: 0).map { .child($0) } ?? .something
        case .ofChildSecond: child(at: isObject ? 0 : 1).map { .child($0) } ?? .something
        case .vague: .something
        case .harmless: nil
        }
    }

    private var isObject: Bool {
        if case .object? = nodes.first?.value { true } else { false }
    }

    /// `(id)`, a row, or an object with the row or its id inside.
    private var transaction: HubHint {
        guard let first = nodes.first else { return .something }
        guard isObject else {
            let id: Child.ID? = try? first.identifier()
            return id.map { .childOrTransaction($0.rawValue) } ?? .something
        }
        let row = member("transaction", of: first) ?? first
        let transaction: Transaction.ID? = id("transactionId", of: row) ?? id("id", of: row)
        let child: Child.ID? = id("childId", of: first) ?? id("childId", of: row)
        if let transaction { return .transaction(transaction, child: child) }
        return child.map { .child($0) } ?? .something
    }

    /// `(childId, balance)`, or an object with both.
    private var balance: HubHint {
        guard let child = child(at: 0) else { return .something }
        let node =
            if isObject { member("newBalance", of: nodes[0]) ?? member("balance", of: nodes[0]) } else {
                nodes.count > 1 ? nodes[1] : nil
            }
        guard let node, let amount = try? node.money() else { return .child(child) }
        return .balance(child: child, amount)
    }

    private var notification: HubHint? {
        guard let first = nodes.first, let notification = try? FamilyNotification(first) else { return .something }
        if let transaction = notification.transaction { return .transaction(transaction, child: notification.child) }
        guard notification.kind.mayMoveMoney else { return nil }
        return notification.child.map { .child($0) } ?? .something
    }

    /// The child's id in a place: bare, or in an object's `childId`.
    private func child(at index: Int) -> Child.ID? {
        guard nodes.indices.contains(index) else { return nil }
        if case .object = nodes[index].value { return id("childId", of: nodes[index]) ?? id("id", of: nodes[index]) }
        return try? nodes[index].identifier()
    }

    private func id<Subject>(_ name: String, of node: JSONNode) -> Identifier<Subject>? {
        member(name, of: node).flatMap { try? $0.identifier() }
    }

    private func member(_ name: String, of node: JSONNode) -> JSONNode? {
        (try? node.optional(name)) ?? nil
    }
}
