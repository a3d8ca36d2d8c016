import JSON
import Values

/// The lists of the household, on the routes of the real server.
struct HouseholdLists {
    private let call: DemoCall
    private let server: SimulatedServer
    private var household: SimulatedHousehold { server.household }
    private var family: SimulatedFamily { server.family }
    private var shapes: DemoShapes { server.shapes }

    /// `nil` for what is no such route.
    static func answer(_ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered? {
        guard call.method == "GET" else { return nil }
        return HouseholdLists(call: call, server: server).answer.map { ($0, []) }
    }

    private var answer: DemoAnswer? {
        let route = call.route
        return switch (route.first, route.count) {
        case ("families", 3) where route[1...] == ["current", "members"]: members
        case ("tasks", 1): .json(household.chores.reversed().compactMap(chore))
        case ("tasks", 3) where route[2] == "completions": completions(of: route[1])
        case ("categories", 1): categories
        case ("categories", 2) where route[1] == "all": .json(DemoCategory.all.map { JSONValue.string($0.name) })
        case ("children", 3...4): ofChild(route[1], list: route[2...].joined(separator: "/"))
        default: nil
        }
    }

    /// In whose name everything was made.
    private var parent: SimulatedPerson { family.people[0] }

    /// Those for money that comes, unless the others are asked for.
    private var categories: DemoAnswer {
        let type = call.request.query["type"] ?? "Credit"
        return switch type.lowercased() {
        case "credit", "0": .json(DemoCategory.all.filter(\.isIncome).map { JSONValue.string($0.name) })
        case "debit", "1": .json(DemoCategory.spending.map { JSONValue.string($0) })
        default: .invalid("type", "The value '\(type)' is not valid.")
        }
    }

    private var members: DemoAnswer {
        .json(
            JSONFragment(
                checked: JSONWriter.object { object in
                    object.set("familyId", SimulatedFamily.id)
                    object.set("familyName", SimulatedFamily.name)
                    object.set("members", family.people.map { shapes.member($0, isOwner: $0.id == parent.id) })
                }))
    }

    private func ofChild(_ id: Substring, list: String) -> DemoAnswer? {
        func answer(_ body: (SimulatedChild) -> DemoAnswer) -> DemoAnswer { ofChild(id, body) }
        return switch list {
        case "savings-goals":
            answer { child in .json(goals(of: child).map { shapes.goal($0, child) }) }
        case "savings/summary":
            answer { child in
                let moves = household.savings.filter { $0.child == child.id }
                return .json(shapes.savings(moves, of: child, balance: household.saved(by: child.id)))
            }
        case "savings/history":
            answer { child in
                .json(
                    household.savings.filter { $0.child == child.id }.reversed().map { shapes.move($0, by: parent) })
            }
        case "allowance/history":
            answer { child in
                .json(household.allowanceChanges.filter { $0.child == child.id }.map { shapes.change($0, by: parent) })
            }
        case "budgets" where !call.isByParent: .empty(403)
        case "budgets":
            answer { child in
                .json(household.budgets.filter { $0.child == child.id }.map { shapes.budget($0, by: parent) })
            }
        default: nil
        }
    }

    private func ofChild(
        _ id: Substring, _ body: (SimulatedChild) -> DemoAnswer
    ) -> DemoAnswer {
        server.visible(id, to: call.person).map(body) ?? server.unknownChild
    }

    /// Without the state of one, those that are being saved for, unless all are asked for.
    private func goals(of child: SimulatedChild) -> [SimulatedGoal] {
        let (state, all) = (call.request.query["status"], call.request.query["includeCompleted"] == "true")
        return household.goals
            .filter { goal in
                goal.child == child.id
                    && (state.map { goal.state == $0 } ?? (all || ["Active", "Paused"].contains(goal.state)))
            }
            .sorted { ($0.priority, $0.createdAt) < ($1.priority, $1.createdAt) }
    }

    private func chore(_ chore: SimulatedChore) -> JSONFragment? {
        family.child(chore.child).map {
            shapes.chore(chore, $0, by: parent, done: household.completions(of: chore.id))
        }
    }

    private func completions(of id: Substring) -> DemoAnswer {
        guard let chore = household.chores.first(where: { $0.id == String(id) }), let child = family.child(chore.child)
        else { return .json(["error": "Task not found"] as JSONValue, status: 404) }
        return .json(
            household.completions(of: chore.id).reversed().map {
                shapes.completion($0, of: chore, child, parent: parent)
            })
    }
}
