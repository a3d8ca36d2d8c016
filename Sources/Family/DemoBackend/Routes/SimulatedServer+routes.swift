import JSON
package import Values

extension SimulatedServer {
    /// Answers a request; the announcements go out before the answer does.
    ///
    /// - Parameter random: 32 bytes that nobody can guess, for a token.
    package mutating func answer(
        _ request: DemoRequest, now: Timestamp, random: [UInt8]
    ) -> (answer: DemoAnswer, announcements: [Announcement]) {
        let steps = request.path.lowercased().split(separator: "/")
        if let answer = anonymous(request, steps, now: now, random: random) { return (answer, []) }
        guard Array(steps.prefix(2)) == ["api", "v1"] else { return (.empty(404), []) }
        guard let person = tokens.person(of: request.token, now: now).flatMap({ family.person($0) }) else {
            return (.empty(401), [])
        }
        let route = Array(steps.dropFirst(2))
        if route == ["transactions"], request.method == "POST" { return create(request, by: person, now: now) }
        let call = DemoCall(request: request, route: route, person: person, now: now)
        for answer in [
            ChoreRoutes.answer, GoalRoutes.answer, WishRoutes.answer, AllowanceRoutes.answer, NotificationRoutes.answer,
            HouseholdLists.answer,
        ] {
            if let answered = answer(call, &self) { return answered }
        }
        return (signedIn(request, route, person, now: now, random: random), [])
    }

    private mutating func anonymous(
        _ request: DemoRequest, _ steps: [Substring], now: Timestamp, random: [UInt8]
    ) -> DemoAnswer? {
        switch (request.method, steps) {
        case ("GET", ["health"]):
            .json(["status": "Healthy", "checks": [], "totalDuration": 0] as JSONValue)
        case ("GET", ["health", "ready"]): .text("Healthy")
        case ("GET", _) where steps.count == 2 && steps[0] == "photos":
            // The real server's store of photos asks for no token either.
            household.photo(steps[1]).map { .picture($0) } ?? .empty(404)
        case ("POST", ["api", "v1", "auth", "login"]): login(request, now: now, random: random)
        default: nil
        }
    }

    private mutating func login(_ request: DemoRequest, now: Timestamp, random: [UInt8]) -> DemoAnswer {
        guard let node = try? JSONNode(JSONValue(parsing: request.body), names: .ignoringCase),
            let email = try? node.required("email").string(), let password = try? node.required("password").string()
        else { return .invalid("Email", "The Email field is required.") }
        guard let person = family.person(email: email, password: Secret(password)) else {
            return .refusal(401, code: "INVALID_CREDENTIALS", message: "Invalid email or password")
        }
        return issue(person, now: now, random: random)
    }

    private mutating func issue(_ person: SimulatedPerson, now: Timestamp, random: [UInt8]) -> DemoAnswer {
        let child = family.child(ofPerson: person.id)?.id
        let (token, expiresAt) = tokens.issue(for: person, child: child, now: now, random: random)
        return .json(shapes.signIn(person, token: token, expiresAt: expiresAt))
    }

    private mutating func signedIn(
        _ request: DemoRequest, _ route: [Substring], _ person: SimulatedPerson, now: Timestamp, random: [UInt8]
    ) -> DemoAnswer {
        switch (request.method, route.count, route.first, route.last) {
        case ("POST", 2, "auth", "refresh"): issue(person, now: now, random: random)
        case ("GET", 1, "children", _):
            .json(family.children.map { childShapes.child($0, saved: household.saved(by: $0.id)) })
        case ("GET", 2, "families", "current"): currentFamily
        case ("GET", 3, "families", "children") where route[1] == "current": familyChildren
        case ("GET", 2, "children", let id?):
            visible(id, to: person).map { .json(childShapes.detail($0, saved: household.saved(by: $0.id))) }
                ?? unknownChild
        case ("GET", 3, "children", "transactions"): list(request, of: route[1], person)
        case ("GET", 3, "children", "balance"):
            visible(route[1], to: person)
                .map { .json(["balance": .number(JSONNumberText($0.balance))] as JSONValue) } ?? unknownChild
        // The route of servers before December 2025, which the designs still name.
        case ("GET", 3, "transactions", let id?) where route[1] == "children" && dialect == .spec:
            list(request, of: id, person)
        case (_, 1, "children", _): .empty(405, allow: "GET")
        case (_, 1, "transactions", _): .empty(405, allow: "POST")
        default: .empty(404)
        }
    }

    private var currentFamily: DemoAnswer {
        .json(
            [
                "id": .string(SimulatedFamily.id), "name": .string(SimulatedFamily.name),
                "memberCount": .number(JSONNumberText(family.people.count)),
                "childrenCount": .number(JSONNumberText(family.children.count)),
            ] as JSONValue)
    }

    private var familyChildren: DemoAnswer {
        .json(
            JSONFragment(
                checked: JSONWriter.object { object in
                    object.set("familyId", SimulatedFamily.id)
                    object.set("familyName", SimulatedFamily.name)
                    object.set("children", family.children.map { shapes.familyChild($0) })
                }))
    }

    private func list(_ request: DemoRequest, of child: Substring, _ person: SimulatedPerson) -> DemoAnswer {
        guard let child = visible(child, to: person) else { return unknownChild }
        guard let limit = Int32(request.query["limit"] ?? "20") else {
            return .invalid("limit", "The value is not valid.")
        }
        guard limit >= 0 else { return .empty(500) }
        return .json(family.newest(Int(limit), of: child.id).map { shapes.transaction($0) })
    }

    /// A child of the family, for a parent or that child itself; for others it does not exist.
    func visible(_ id: Substring, to person: SimulatedPerson) -> SimulatedChild? {
        family.child(String(id)).flatMap { person.role == .parent || $0.person == person.id ? $0 : nil }
    }

    var unknownChild: DemoAnswer {
        .refusal(404, code: "NOT_FOUND", message: SimulatedRefusal.unknownChild.message)
    }
}
