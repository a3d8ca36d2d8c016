import JSON
import Values

extension FamilyNotification {
    /// Reads a notification of REST or hub. Its `data` is a document of its own inside a string; where that is broken the
    /// rest is kept.
    init(_ node: JSONNode) throws(JSONError) {
        let data = try node.optional("data").flatMap(Self.document)
        self.init(
            id: try node.required("id", "notificationId").identifier(),
            kind: Kind(try node.required("type").word()),
            title: try node.text(of: "title"),
            body: try node.optional("body", "message")?.string() ?? "",
            createdAt: try node.optional("createdAt")?.moment(),
            isRead: try node.optional("isRead")?.bool() ?? false,
            transaction: try Self.transaction(node, data),
            child: Self.lenient { () throws(JSONError) in try data?.optional("childId")?.identifier() },
            amount: Self.lenient { () throws(JSONError) in try data?.optional("amount")?.money() })
    }

    private static func document(_ node: JSONNode) -> JSONNode? {
        guard case .string(let text) = node.value else { return node }
        return (try? JSONValue(parsing: text)).map { JSONNode(family: $0) }
    }

    private static func transaction(_ node: JSONNode, _ data: JSONNode?) throws(JSONError) -> Transaction.ID? {
        let told: Transaction.ID? = lenient { () throws(JSONError) in
            try data?.optional("transactionId")?.identifier()
        }
        if let told { return told }
        guard try node.optional("relatedEntityType")?.word().lowercased() == "transaction" else { return nil }
        return lenient { () throws(JSONError) in try node.optional("relatedEntityId")?.identifier() }
    }

    /// What is only a hint must not cost the notification.
    private static func lenient<Value>(_ read: () throws(JSONError) -> Value?) -> Value? {
        (try? read()) ?? nil
    }
}
