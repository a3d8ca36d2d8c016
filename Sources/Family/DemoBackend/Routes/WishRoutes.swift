import JSON
import Values

/// What children would like to have, on the routes of the designs: the real server has forgotten all of it.
enum WishRoutes {
    /// `nil` for what is no such route.
    static func answer(_ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered? {
        guard server.dialect == .spec, call.route.first == "wishlist" else { return nil }
        let id = call.part(1)
        switch (call.method, call.route.count, call.part(2)) {
        case ("GET", 3, let child) where id == "children":
            guard let child = server.visible(Substring(child), to: call.person) else {
                return (server.unknownChild, [])
            }
            return (
                .json(server.household.wishes.filter { $0.child == child.id }.map { server.shapes.wish($0, child) }), []
            )
        case ("POST", 1, _): return add(call, on: &server)
        case ("GET", 2, _): return (change(id, on: &server) { _ in }, [])
        case ("PUT", 2, _): return edit(id, call, on: &server)
        case ("DELETE", 2, _): return (remove(id, on: &server), [])
        case ("POST", 3, "purchase"):
            // Said twice, it is taken back: so the genuine server of the designs has it.
            return (change(id, on: &server) { $0.purchasedAt = $0.purchasedAt == nil ? call.now : nil }, [])
        default: return nil
        }
    }

    private static func add(_ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered {
        call.answer { node throws(JSONError) in
            let (name, price) = (try node.text("name") ?? "", try node.amount("price"))
            guard !name.allSatisfy(\.isWhitespace), .zero < price else {
                return (.refusal(400, code: "VALIDATION", message: "Name and a positive price are required"), [])
            }
            guard let child = server.family.child(try node.text("childId") ?? "") else {
                return (server.unknownChild, [])
            }
            let wish = SimulatedWish(
                id: server.nextID(), child: child.id, name: name, price: price, link: try node.text("url"),
                notes: try node.text("notes"), createdAt: call.now)
            server.household.wishes.append(wish)
            return (.json(server.shapes.wish(wish, child), status: 201), [])
        }
    }

    /// Link and notes are cleared where they are missing.
    private static func edit(_ id: String, _ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered {
        call.answer { node throws(JSONError) in
            let (name, price) = (try node.text("name"), try node.amount("price"))
            let (link, notes) = (try node.text("url"), try node.text("notes"))
            let answer = change(id, on: &server) { wish in
                wish.name = name ?? wish.name
                wish.price = .zero < price ? price : wish.price
                (wish.link, wish.notes) = (link, notes)
            }
            return (answer, [])
        }
    }

    private static func remove(_ id: String, on server: inout SimulatedServer) -> DemoAnswer {
        guard let place = server.household.wishes.firstIndex(where: { $0.id == id }) else { return unknown }
        server.household.wishes.remove(at: place)
        return .empty(204)
    }

    private static func change(
        _ id: String, on server: inout SimulatedServer, _ change: (inout SimulatedWish) -> Void
    ) -> DemoAnswer {
        guard let place = server.household.wishes.firstIndex(where: { $0.id == id }),
            let child = server.family.child(server.household.wishes[place].child)
        else { return unknown }
        change(&server.household.wishes[place])
        return .json(server.shapes.wish(server.household.wishes[place], child))
    }

    private static var unknown: DemoAnswer {
        .refusal(404, code: "NOT_FOUND", message: "Wish list item not found")
    }
}
