import JSON
import Values

extension DemoShapes {
    /// What the hub of the designs says about a row: to the whole family.
    func announcements(of row: SimulatedTransaction) -> [Announcement] {
        [
            Announcement(audience: .family, target: "TransactionCreated", arguments: [JSONFragment(row.id)]),
            Announcement(
                audience: .family, target: "BalanceUpdated",
                arguments: [JSONFragment(row.child), JSONFragment(row.balanceAfter)]),
        ]
    }

    /// What the real server's hub says about a notice: to whose it is, and nobody else.
    ///
    /// - Parameter unread: how many the person has not read, this one included.
    func announcements(of notice: SimulatedNotice, unread: Int) -> [Announcement] {
        [
            Announcement(
                audience: .person(notice.person), target: "ReceiveNotification", arguments: [hubNotice(notice)]),
            Announcement(
                audience: .person(notice.person), target: "UnreadCountChanged", arguments: [JSONFragment(unread)]),
        ]
    }

    /// In the hub's spelling: a number for the kind, and fractions of seconds.
    private func hubNotice(_ notice: SimulatedNotice) -> JSONFragment {
        JSONFragment(
            checked: JSONWriter.object { object in
                object.set("id", notice.id)
                object.set("type", notice.words.kind.rawValue)
                object.set("typeName", notice.words.kind.typeName)
                object.set("title", notice.words.title)
                object.set("body", notice.words.body)
                object.set("data", notice.words.data)
                object.set("isRead", false)
                object.setNull("readAt")
                object.set("createdAt", notice.createdAt)
                object.set("relatedEntityType", notice.subject?.kind)
                object.set("relatedEntityId", notice.subject?.id)
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
