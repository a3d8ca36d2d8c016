import HTTPClient
import JSON
import Values

extension OrderForm {
    /// A parent would like to have something done, once.
    package static let addChore = OrderForm(
        "chores add", .makes, by: .parent,
        [
            .text("title", 1...100, isRequired: true),
            .money("reward", as: "rewardAmount", cents: 1...100_000, isRequired: true), .text("description", 1...500),
        ],
        shownBy: Chore.list,
        at: OrderRoute(
            method: .post, path: "/tasks", body: .said, child: "childId", constants: [.init("isRecurring", false)]))

    /// A child has done it. `photo` is the name of a file of ours: whoever sends the order has its bytes.
    package static let doneChore = OrderForm(
        "chores done", .makes, by: .child, [.text("notes", 1...500), .text("photo", 64...64)],
        shownBy: Completion.list, at: OrderRoute(method: .post, path: "/tasks/{record}/complete", body: .form),
        // The server makes some by itself, with notes of its own. One that has lost its photo is ours all the same: it must not
        // be done twice.
        looksLike: { payload, content in plain(payload["notes"] ?? .null) == plain(content["notes"] ?? .null) },
        hasLost: { payload, content in
            plain(payload["photo"] ?? .null) != .null && plain(content["photo"] ?? .null) == .null
        },
        preview: { order in
            let chore = order.current.flatMap { try? JSONValue(parsing: $0) }
            let said = try? JSONValue(parsing: order.payload)
            return [
                .init("childId", order.child.map { .string($0) } ?? .null),
                .init("taskId", order.record.map { .string($0) } ?? .null), .init("taskTitle", chore?["title"] ?? ""),
                .init("rewardAmount", chore?["reward"] ?? "0.00"), .init("notes", said?["notes"] ?? .null),
                .init("status", "PendingApproval"),
            ]
        })

    /// What a child has done is paid for.
    package static let approveChore = OrderForm(
        "chores approve", .sets, by: .parent, [], fixed: [.init("state", "approved")], shownBy: Completion.list,
        at: review(isApproved: true))

    /// What a child has done is not paid for.
    package static let rejectChore = OrderForm(
        "chores reject", .sets, by: .parent, [.text("rejection", as: "rejectionReason", 1...500)],
        fixed: [.init("state", "rejected")], shownBy: Completion.list, at: review(isApproved: false))

    // What is missing means no, so it is always said.
    private static func review(isApproved: Bool) -> OrderRoute {
        OrderRoute(
            method: .put, path: "/tasks/completions/{record}/review", body: .said,
            constants: [.init("isApproved", .bool(isApproved))])
    }
}
