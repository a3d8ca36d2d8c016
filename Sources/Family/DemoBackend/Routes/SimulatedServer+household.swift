import JSON
import Values

/// The lists of the household, on the routes of the real server; wishes on those of the designs.
extension SimulatedServer {
    /// `nil` for what is no such route.
    func householdAnswer(_ request: DemoRequest, _ route: [Substring], _ person: SimulatedPerson) -> DemoAnswer? {
        guard request.method == "GET" else { return nil }
        return switch (route.first, route.count) {
        case ("families", 3) where route[1...] == ["current", "members"]: members
        case ("tasks", 1): .json(household.chores.reversed().compactMap(chore))
        case ("tasks", 3) where route[2] == "completions": completions(of: route[1])
        case ("notifications", 1): notices(request, of: person)
        case ("wishlist", 3) where route[1] == "children" && dialect == .spec:
            ofChild(route[2], person) { child in
                .json(household.wishes.filter { $0.child == child.id }.map { shapes.wish($0, child) })
            }
        case ("children", 3...4): ofChild(route[1], person, list: route[2...].joined(separator: "/"))
        default: nil
        }
    }

    /// In whose name everything was made.
    private var parent: SimulatedPerson { family.people[0] }

    private var members: DemoAnswer {
        .json(
            JSONFragment(
                checked: JSONWriter.object { object in
                    object.set("familyId", SimulatedFamily.id)
                    object.set("familyName", SimulatedFamily.name)
                    object.set("members", family.people.map { shapes.member($0, isOwner: $0.id == parent.id) })
                }))
    }

    private func ofChild(_ id: Substring, _ person: SimulatedPerson, list: String) -> DemoAnswer? {
        func answer(_ body: (SimulatedChild) -> DemoAnswer) -> DemoAnswer { ofChild(id, person, body) }
        return switch list {
        case "savings-goals":
            answer { child in .json(household.goals.filter { $0.child == child.id }.map { shapes.goal($0, child) }) }
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
        case "budgets" where person.role == .child: .empty(403)
        case "budgets":
            answer { child in
                .json(household.budgets.filter { $0.child == child.id }.map { shapes.budget($0, by: parent) })
            }
        default: nil
        }
    }

    private func ofChild(
        _ id: Substring, _ person: SimulatedPerson, _ body: (SimulatedChild) -> DemoAnswer
    ) -> DemoAnswer {
        visible(id, to: person).map(body) ?? unknownChild
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

    private func notices(_ request: DemoRequest, of person: SimulatedPerson) -> DemoAnswer {
        let size = min(50, request.number("pageSize") ?? 20)
        guard size > 0 else { return .empty(500) }
        let mine = household.notices.filter { $0.person == person.id }.reversed()
        let (product, isTooMany) = (max(1, request.number("page") ?? 1) - 1).multipliedReportingOverflow(by: size)
        let skipped = isTooMany ? Int.max : product
        return .json(
            JSONFragment(
                checked: JSONWriter.object { object in
                    object.set("notifications", mine.dropFirst(skipped).prefix(size).map(shapes.notice))
                    object.set("unreadCount", mine.count { !$0.isRead })
                    object.set("totalCount", mine.count)
                    object.set("hasMore", mine.count - skipped > size)
                }))
    }
}
