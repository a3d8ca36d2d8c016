import Values

extension SimulatedHousehold {
    /// A household that a family of two children has had for a while: something of everything, and something that waits.
    ///
    /// - Parameter now: nothing lies after it.
    init(
        of children: [SimulatedChild], parents: [SimulatedPerson], now: Timestamp,
        using generator: inout SeededGenerator
    ) {
        for (number, child) in children.enumerated() {
            addGoals(child, number, now, &generator)
            addChores(child, parents.first?.name ?? "", now, &generator)
            addMoney(child, number, now, &generator)
        }
        guard let parent = parents.first, let done = completions.first(where: { $0.state == .pending }) else { return }
        keep(
            SimulatedNotice(
                id: generator.nextID(), person: parent.id,
                words: SimulatedNotice.Words(
                    kind: .completionPending, title: "Task Ready for Review", body: "A task waits for your approval",
                    data: #"{"completionId":"\#(done.id)"}"#), createdAt: done.doneAt))
    }

    private mutating func addGoals(
        _ child: SimulatedChild, _ number: Int, _ now: Timestamp, _ generator: inout SeededGenerator
    ) {
        let names = [["Skateboard 🛹", "A trip to the zoo"], ["Telescope", "Drum kit"]][number % 2]
        for (place, name) in names.enumerated() {
            var goal = SimulatedGoal(
                id: generator.nextID(), child: child.id, name: name, target: .cents(Int128(6_000 + 4_500 * place)),
                createdAt: now.days(-40 + place))
            if place == 0 {
                (goal.saved, goal.due) = (.cents(2_250), now.days(60))
            } else {
                goal.state = "Paused"
            }
            goals.append(goal)
        }
        wishes.append(
            SimulatedWish(
                id: generator.nextID(), child: child.id, name: number == 0 ? "A kite" : "“Mega” slime <b>new</b>",
                price: .cents(1_499), createdAt: now.days(-12)))
    }

    private mutating func addChores(
        _ child: SimulatedChild, _ parent: String, _ now: Timestamp, _ generator: inout SeededGenerator
    ) {
        let plans: [(String, String?, Int128, String?)] = [
            ("Empty the dishwasher", "Knives first", 150, "Daily"), ("Wash the car", nil, 600, nil),
        ]
        for (title, details, reward, recurrence) in plans {
            chores.append(
                SimulatedChore(
                    id: generator.nextID(), child: child.id, title: title, details: details, reward: .cents(reward),
                    recurrence: recurrence, createdAt: now.days(-30)))
        }
        let daily = chores[chores.count - 2].id
        completions += [
            SimulatedCompletion(
                id: generator.nextID(), chore: daily, notes: "done", doneAt: now.days(-3), state: .approved,
                reviewer: parent, reviewedAt: now.days(-2)),
            SimulatedCompletion(
                id: generator.nextID(), chore: daily, notes: nil, doneAt: now.days(-2), state: .rejected,
                rejection: "The pots too, please"),
            SimulatedCompletion(
                id: generator.nextID(), chore: daily, notes: "with the pots", doneAt: now.days(-1), state: .pending),
        ]
    }

    private mutating func addMoney(
        _ child: SimulatedChild, _ number: Int, _ now: Timestamp, _ generator: inout SeededGenerator
    ) {
        budgets.append(
            SimulatedBudget(
                id: generator.nextID(), child: child.id, category: number == 0 ? "Candy" : "Games",
                limit: .cents(1_000), period: "Monthly", isEnforced: number == 0, createdAt: now.days(-20)))
        let moves: [(String, Int128, Int128, String)] = [
            ("Deposit", 1_500, 1_500, "Birthday money"), ("Withdrawal", 275, 1_225, "For the funfair"),
        ]
        for (place, (kind, amount, after, description)) in moves.enumerated() {
            savings.append(
                SimulatedSavingsMove(
                    id: generator.nextID(), child: child.id, kind: kind, amount: .cents(amount),
                    description: description, balanceAfter: .cents(after), createdAt: now.days(-15 + place)))
        }
        // The second one's allowance is paused.
        allowanceChanges.append(
            SimulatedAllowanceChange(
                id: generator.nextID(), child: child.id, kind: "Paused", reason: "Holidays", at: now.days(-10)))
        guard number == 0 else { return }
        allowanceChanges.append(
            SimulatedAllowanceChange(
                id: generator.nextID(), child: child.id, kind: "Resumed", reason: nil, at: now.days(-5)))
    }
}

extension Decimal {
    fileprivate static func cents(_ count: Int128) -> Decimal { Decimal(coefficient: count, scale: 2) ?? .zero }
}

extension Timestamp {
    fileprivate func days(_ count: Int) -> Timestamp { advanced(by: .seconds(86_400 * count)) }
}
