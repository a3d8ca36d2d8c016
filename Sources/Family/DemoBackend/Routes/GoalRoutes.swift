import JSON
import Values

/// What a child saves for, on the routes of the real server, which takes every amount.
enum GoalRoutes {
    /// `nil` for what is no such route.
    static func answer(_ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered? {
        guard call.route.first == "savings-goals" else { return nil }
        let id = call.part(1)
        switch (call.method, call.route.count, call.part(2)) {
        case ("POST", 1, _): return add(call, on: &server)
        case ("GET", 2, _): return (server.household.goal(id).map { shown($0, on: server) } ?? unknown, [])
        case ("PUT", 2, _): return edit(id, call, on: &server)
        case ("GET", 3, "contributions"): return (contributions(to: id, on: server), [])
        case ("POST", 3, "contribute"): return contribute(to: id, call, on: &server)
        case ("DELETE", 2, _), ("POST", 3, "withdraw"), ("POST", 3, "pause"), ("POST", 3, "resume"):
            return call.isByParent ? parents(id, call, on: &server) : (.empty(403), [])
        default: return nil
        }
    }

    private static func parents(_ id: String, _ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered {
        switch call.part(2) {
        case "withdraw": return withdraw(from: id, call, on: &server)
        case "": return (cancel(id, on: &server), [])
        case let word:
            let state = word == "pause" ? "Paused" : "Active"
            return (server.household.change(goal: id) { $0.state = state }.map { shown($0, on: server) } ?? unknown, [])
        }
    }

    // MARK: The goal itself

    private static func add(_ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered {
        call.answer { node throws(JSONError) in
            guard let name = try node.text("name") else {
                return (.invalid("Name", "The Name field is required."), [])
            }
            guard let child = server.family.child(try node.required("childId").string()) else {
                return (refusal("Child not found"), [])
            }
            var goal = SimulatedGoal(
                id: server.nextID(), child: child.id, name: name, target: try node.amount("targetAmount"),
                createdAt: call.now)
            if server.dialect == .real { goal.category = "0" }
            try goal.take(node)
            server.household.goals.append(goal)
            return (.json(server.shapes.goal(goal, child), status: 201), [])
        }
    }

    /// What is missing stays.
    private static func edit(_ id: String, _ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered {
        call.answer { node throws(JSONError) in
            guard var goal = server.household.goal(id) else { return (unknown, []) }
            try goal.take(node)
            server.household.change(goal: id) { $0 = goal }
            return (shown(goal, on: server), [])
        }
    }

    /// What was saved goes back, each time that it is said: the goal keeps showing it.
    private static func cancel(_ id: String, on server: inout SimulatedServer) -> DemoAnswer {
        guard let goal = server.household.change(goal: id, { $0.state = "Cancelled" }) else { return unknown }
        server.family.move(goal.saved, toBalanceOf: goal.child)
        return .empty(204)
    }

    // MARK: Money in it

    private static func contribute(
        to id: String, _ call: DemoCall, on server: inout SimulatedServer
    ) -> DemoCall.Answered {
        call.answer { node throws(JSONError) in
            let amount = try node.amount("amount")
            guard let goal = server.household.goal(id), let child = server.family.child(goal.child) else {
                return (refusal("Goal not found"), [])
            }
            guard goal.state == "Active" else { return (refusal("Goal is not active"), []) }
            guard amount <= child.balance else { return (refusal("Insufficient balance"), []) }
            let move = SimulatedContribution(
                id: server.nextID(), amount: amount, kind: "ChildDeposit", description: try node.text("description"),
                by: call.person.name, at: call.now)
            let after = server.household.change(goal: id) { $0.take(move) } ?? goal
            server.family.move(-amount, toBalanceOf: child.id)
            return (
                .json(server.shapes.contributed(to: after)),
                server.tell(child.person, .goal(after), about: .init(kind: "SavingsGoal", id: id), now: call.now)
            )
        }
    }

    private static func withdraw(
        from id: String, _ call: DemoCall, on server: inout SimulatedServer
    ) -> DemoCall.Answered {
        call.answer { node throws(JSONError) in
            let amount = try node.amount("amount")
            guard let goal = server.household.goal(id) else { return (refusal("Goal not found"), []) }
            guard amount <= goal.saved else { return (refusal("Insufficient goal balance"), []) }
            let move = SimulatedContribution(
                id: server.nextID(), amount: -amount, kind: "Withdrawal", description: try node.text("reason"),
                by: call.person.name, at: call.now)
            let after = server.household.change(goal: id) { $0.take(move) }
            server.family.move(amount, toBalanceOf: goal.child)
            // Who did it is told by the list only.
            let made = after?.contributions.last ?? move
            return (.json(server.shapes.contribution(made, isNameless: true)), [])
        }
    }

    private static func contributions(to id: String, on server: SimulatedServer) -> DemoAnswer {
        .json((server.household.goal(id)?.contributions ?? []).reversed().map { server.shapes.contribution($0) })
    }

    // MARK: Answers

    private static func shown(_ goal: SimulatedGoal, on server: SimulatedServer) -> DemoAnswer {
        server.family.child(goal.child).map { .json(server.shapes.goal(goal, $0)) } ?? unknown
    }

    private static var unknown: DemoAnswer { .refusal(404, code: "NOT_FOUND", message: "Goal not found") }

    private static func refusal(_ message: String) -> DemoAnswer {
        .refusal(400, code: "INVALID_REQUEST", message: message)
    }
}
