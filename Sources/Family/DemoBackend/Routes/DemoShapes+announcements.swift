import JSON
import Values

extension DemoShapes {
    /// What the hub says about a row.
    ///
    /// - Parameter unread: how many notifications the child has not read, this one included.
    func announcements(
        of row: SimulatedTransaction, child: SimulatedChild, notification: String, unread: Int
    ) -> [Announcement] {
        switch dialect {
        case .spec:
            [
                Announcement(audience: .family, target: "TransactionCreated", arguments: [JSONFragment(row.id)]),
                Announcement(
                    audience: .family, target: "BalanceUpdated",
                    arguments: [JSONFragment(row.child), JSONFragment(row.balanceAfter)]),
            ]
        case .real:
            [
                Announcement(
                    audience: .person(child.person), target: "ReceiveNotification",
                    arguments: [notice(of: row, id: notification)]),
                Announcement(
                    audience: .person(child.person), target: "UnreadCountChanged", arguments: [JSONFragment(unread)]),
            ]
        }
    }

    /// What is kept of an announcement for the child's list.
    func notice(of row: SimulatedTransaction, for child: SimulatedChild, id: String) -> SimulatedNotice {
        SimulatedNotice(
            id: id, person: child.person, kind: "TransactionCreated", title: Self.title(of: row),
            body: Self.body(of: row), data: Self.data(of: row), createdAt: row.createdAt, isRead: false)
    }

    private static func title(of row: SimulatedTransaction) -> String {
        row.kind == .credit ? "Money Added" : "Purchase Recorded"
    }

    private static func body(of row: SimulatedTransaction) -> String { "\(row.amount.moneyText) - \(row.description)" }

    /// A document inside a string, as the real server sends it.
    private static func data(of row: SimulatedTransaction) -> String {
        var data = JSONWriter()
        data.object { object in
            object.set("transactionId", row.id)
            object.set("amount", row.amount)
            object.set("type", row.kind.rawValue)
            object.set("category", row.category)
        }
        return data.text
    }

    private func notice(of row: SimulatedTransaction, id: String) -> JSONFragment {
        JSONFragment(
            checked: JSONWriter.object { object in
                object.set("id", id)
                object.set("type", 3)
                object.set("typeName", "Transaction Created")
                object.set("title", Self.title(of: row))
                object.set("body", Self.body(of: row))
                object.set("data", Self.data(of: row))
                object.set("isRead", false)
                object.setNull("readAt")
                object.set("createdAt", row.createdAt)
                object.set("relatedEntityType", "Transaction")
                object.set("relatedEntityId", row.id)
                object.set("timeAgo", "just now")
            })
    }
}

/// A hub message that follows from a change.
package struct Announcement: Sendable, Equatable {
    enum Audience: Sendable, Equatable {
        case family
        case person(String)
    }

    let audience: Audience
    let target: String
    let arguments: [JSONFragment]
}
