import JSON

extension OrderForm {
    /// These are read: by their ids, since a server takes none for all, also for what came meanwhile.
    package static let readNotifications = OrderForm(
        "notifications read", .sets, by: .anybody,
        [OrderField(name: "ids", wire: "notificationIds", shape: .ids, isRequired: true)],
        shownBy: FamilyNotification.list, at: .post("/notifications/read"),
        isDone: { wanted, _, facts in
            guard case .array(let ids)? = wanted["ids"] else { return nil }
            let listed = facts.filter { ids.contains(.string($0.id)) }
            guard !listed.isEmpty else { return nil }
            return listed.allSatisfy { (try? JSONValue(parsing: $0.content))?["read"] == true }
        })
}
