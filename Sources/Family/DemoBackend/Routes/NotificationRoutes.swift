import JSON
import Values

/// What a person is told, page by page, and what of it was read; on the routes of the real server.
enum NotificationRoutes {
    /// `nil` for what is no such route.
    static func answer(_ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered? {
        guard call.route.first == "notifications" else { return nil }
        switch (call.method, call.route.count, call.part(1), call.part(2)) {
        case ("GET", 1, _, _): return (page(call, on: server), [])
        case ("GET", 2, "unread-count", _):
            let count = server.household.unread(by: call.person.id)
            return (.json(["count": .number(JSONNumberText(count))] as JSONValue), [])
        case ("POST", 2, "read", _): return read(call, on: &server)
        case ("PATCH", 3, let id, "read"):
            server.household.read([id], by: call.person.id, now: call.now)
            return (
                server.household.notice(id, of: call.person.id).map { .json(server.shapes.notice($0)) } ?? .empty(404),
                []
            )
        default: return nil
        }
    }

    /// Of these; of all that are not read where none is named.
    private static func read(_ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered {
        call.answer { node throws(JSONError) in
            let ids = try node.optional("notificationIds")?.elements().map { id throws(JSONError) in try id.string() }
            let wanted = ids.flatMap { $0.isEmpty ? nil : Set($0.map { $0.lowercased() }) }
            let count = server.household.read(wanted, by: call.person.id, now: call.now)
            return (.json(["markedCount": .number(JSONNumberText(count))] as JSONValue), [])
        }
    }

    private static func page(_ call: DemoCall, on server: SimulatedServer) -> DemoAnswer {
        let size = min(50, call.request.number("pageSize") ?? 20)
        guard size > 0 else { return .empty(500) }
        let mine = server.household.notices.filter { $0.person == call.person.id }.reversed()
        let number = max(1, call.request.number("page") ?? 1)
        let (product, isTooMany) = (number - 1).multipliedReportingOverflow(by: size)
        let skipped = isTooMany ? Int.max : product
        return .json(
            JSONFragment(
                checked: JSONWriter.object { object in
                    object.set("notifications", mine.dropFirst(skipped).prefix(size).map(server.shapes.notice))
                    object.set("unreadCount", mine.count { !$0.isRead })
                    object.set("totalCount", mine.count)
                    object.set("hasMore", mine.count - skipped > size)
                }))
    }
}
