import JSON
import Values

extension OrderForm {
    private static let goal: [OrderField] = [
        .text("name", 1...100, isRequired: true),
        .money("target", as: "targetAmount", cents: 1...9_999_999_999, isRequired: true),
        .text("description", 1...500),
        .word("category", ["Toy", "Game", "Electronics", "Clothing", "Experience", "Savings", "Charity", "Other"]),
        OrderField(name: "due", wire: "targetDate", shape: .day, isRequired: false),
        .text("link", as: "productUrl", 1...2_000),
        OrderField(name: "priority", wire: "priority", shape: .number(1...100), isRequired: false),
    ]
    private static let amount = OrderField.money("amount", cents: 1...9_999_999_999, isRequired: true)

    /// A child saves for something. Servers may file it and rank it by themselves.
    package static let addGoal = OrderForm(
        "goals add", .makes, by: .anybody, goal, shownBy: Goal.list, at: .post("/savings-goals", child: "childId"),
        looksLike: { wanted, content in
            isSaid(.object(JSONObject(members(wanted).filter { ["name", "target"].contains($0.name) })), by: content)
        })

    /// What a change leaves out stays.
    package static let editGoal = OrderForm(
        "goals edit", .sets, by: .anybody, goal.map(\.optional), shownBy: Goal.list, at: .put("/savings-goals/{record}")
    )

    /// From the balance into the goal.
    package static let depositGoal = OrderForm(
        "goals deposit", .moves, by: .anybody, [amount, .remark("description")], shownBy: Contribution.list,
        at: .post("/savings-goals/{record}/contribute"),
        looksLike: { wanted, content in
            content["amount"] == wanted["amount"] && content["action"] == "childDeposit"
        })

    /// Back from the goal into the balance.
    package static let withdrawGoal = OrderForm(
        "goals withdraw", .moves, by: .parent, [amount, .remark("reason")], shownBy: Contribution.list,
        at: .post("/savings-goals/{record}/withdraw"),
        looksLike: { wanted, content in
            guard case .string(let text)? = wanted["amount"] else { return false }
            return content["amount"] == .string("-\(text)") && content["action"] == "withdrawal"
        })

    /// What was saved goes back to the balance, each time that it is said: a goal that is cancelled is never told again.
    package static let removeGoal = OrderForm(
        "goals remove", .removes, by: .parent, [], shownBy: Goal.list, at: .delete("/savings-goals/{record}"),
        heeding: goal,
        isDone: { _, record, facts in
            guard let fact = facts.first(where: { $0.id == record }),
                let content = try? JSONValue(parsing: fact.content)
            else { return nil }
            return content["state"] == "cancelled" ? true : nil
        })
}
