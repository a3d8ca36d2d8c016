package import JSON
import Values

extension FamilyNotification: FamilyRecord {
    /// The newest of them, page after page.
    package static let list = RecordList(
        of: FamilyNotification.self, "notifications", for: .login, at: "/notifications?page={page}&pageSize=50",
        member: "notifications", newestFirst: { $0.createdAt })

    package init(_ reader: RecordReader) throws(JSONError) { try self.init(reader.node) }

    package func write(to object: inout JSONObjectWriter) {
        object.set("kind", kind.name)
        object.set("title", title)
        object.set("body", body)
        object.set("amount", amount?.moneyText)
        object.set("transaction", transaction?.rawValue)
        object.set("read", isRead)
        object.set("at", createdAt?.wholeSeconds)
    }
}
