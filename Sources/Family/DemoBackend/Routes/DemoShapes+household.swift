import JSON
import Values

/// How the simulated server writes what the household has; the members are those of the real server.
extension DemoShapes {
    private func write(_ body: (inout JSONObjectWriter) -> Void) -> JSONFragment {
        JSONFragment(checked: JSONWriter.object(body))
    }

    func goal(_ goal: SimulatedGoal, _ child: SimulatedChild) -> JSONFragment {
        write { object in
            object.set("id", goal.id)
            object.set("childId", goal.child)
            object.set("childName", child.firstName)
            object.set("name", goal.name)
            object.set("description", goal.details)
            object.set("targetAmount", goal.target)
            object.set("currentAmount", goal.saved)
            object.set("remainingAmount", goal.target.subtracting(goal.saved) ?? .zero)
            object.set("progressPercentage", Self.progress(of: goal))
            object.setNull("imageUrl")
            object.set("productUrl", goal.link)
            // The real server writes one without a name as its number.
            if let number = Int(goal.category) {
                object.set("category", number)
            } else {
                object.set("category", goal.category)
            }
            object.set("categoryName", goal.category)
            object.set("targetDate", goal.due.map(Self.second))
            object.setNull("daysRemaining")
            for name in ["status", "statusName"] { object.set(name, goal.state) }
            object.set("completedAt", goal.completedAt.map(Self.second))
            object.setNull("purchasedAt")
            object.set("priority", goal.priority)
            object.set("autoTransferAmount", Decimal.zero.twoDecimals)
            object.set("autoTransferType", "None")
            object.set("hasMatchingRule", false)
            object.setNull("matchingRule")
            object.set("hasActiveChallenge", false)
            object.setNull("activeChallenge")
            object.set("milestones", [] as JSONValue)
            object.set("createdAt", Self.second(goal.createdAt))
        }
    }

    func wish(_ wish: SimulatedWish, _ child: SimulatedChild) -> JSONFragment {
        write { object in
            object.set("id", wish.id)
            object.set("childId", wish.child)
            object.set("name", wish.name)
            object.set("price", wish.price)
            object.set("url", wish.link)
            object.set("notes", wish.notes)
            object.set("isPurchased", wish.purchasedAt != nil)
            object.set("purchasedAt", wish.purchasedAt.map(Self.second))
            object.set("createdAt", Self.second(wish.createdAt))
            object.set("canAfford", wish.price <= child.balance)
        }
    }

    func chore(
        _ chore: SimulatedChore, _ child: SimulatedChild, by parent: SimulatedPerson, done: [SimulatedCompletion]
    )
        -> JSONFragment
    {
        write { object in
            object.set("id", chore.id)
            object.set("childId", chore.child)
            object.set("childName", child.fullName)
            object.set("title", chore.title)
            object.set("description", chore.details)
            object.set("rewardAmount", chore.reward)
            object.set("status", "Active")
            object.set("isRecurring", chore.recurrence != nil)
            object.set("recurrenceType", chore.recurrence)
            object.set("recurrenceDisplay", chore.recurrence ?? "One-time")
            object.set("createdAt", Self.second(chore.createdAt))
            object.set("createdById", parent.id)
            object.set("createdByName", parent.name)
            object.set("totalCompletions", done.count)
            object.set("pendingApprovals", done.count { $0.state == .pending })
            object.set("lastCompletedAt", done.last.map { Self.second($0.doneAt) })
        }
    }

    func completion(
        _ done: SimulatedCompletion, of chore: SimulatedChore, _ child: SimulatedChild, parent: SimulatedPerson
    ) -> JSONFragment {
        write { object in
            object.set("id", done.id)
            object.set("taskId", chore.id)
            object.set("taskTitle", chore.title)
            object.set("rewardAmount", chore.reward)
            object.set("childId", chore.child)
            object.set("childName", child.fullName)
            object.set("completedAt", Self.second(done.doneAt))
            object.set("notes", done.notes)
            object.set("photoUrl", done.photo == nil ? nil : "/photos/\(done.id).jpg")
            object.set("status", done.state.rawValue)
            object.set("approvedById", done.reviewer == nil ? nil : parent.id)
            object.set("approvedByName", done.reviewer)
            object.set("approvedAt", done.reviewedAt.map(Self.second))
            object.set("rejectionReason", done.rejection)
            object.set("transactionId", done.transaction)
        }
    }

    func budget(_ budget: SimulatedBudget, by parent: SimulatedPerson) -> JSONFragment {
        write { object in
            object.set("id", budget.id)
            object.set("childId", budget.child)
            object.set("category", budget.category)
            object.set("limit", budget.limit)
            object.set("period", budget.period)
            object.set("alertThresholdPercent", 80)
            object.set("enforceLimit", budget.isEnforced)
            for name in ["createdAt", "updatedAt"] { object.set(name, Self.second(budget.createdAt)) }
            object.set("createdById", parent.id)
            for name in ["child", "createdBy"] { object.setNull(name) }
        }
    }

    func savings(_ moves: [SimulatedSavingsMove], of child: SimulatedChild, balance: Decimal) -> JSONFragment {
        func total(_ kind: String) -> Decimal {
            moves.filter { $0.kind == kind }.reduce(Decimal.zero.twoDecimals) { $0.adding($1.amount) ?? $0 }
        }
        return write { object in
            object.set("childId", child.id)
            object.set("isEnabled", true)
            object.set("currentBalance", balance)
            object.set("transferType", "None")
            object.set("transferAmount", Decimal.zero.twoDecimals)
            object.set("transferPercentage", 0)
            object.set("totalTransactions", moves.count)
            object.set("totalDeposited", total("Deposit"))
            object.set("totalWithdrawn", total("Withdrawal"))
            object.set("lastTransactionDate", moves.last.map { Self.second($0.createdAt) })
            object.set("configDescription", "No automatic transfer")
        }
    }

    func move(_ move: SimulatedSavingsMove, by parent: SimulatedPerson) -> JSONFragment {
        write { object in
            object.set("id", move.id)
            object.set("childId", move.child)
            object.set("type", move.kind)
            object.set("amount", move.amount)
            object.set("description", move.description)
            object.set("balanceAfter", move.balanceAfter)
            object.set("createdAt", Self.second(move.createdAt))
            object.set("createdById", parent.id)
            object.set("createdByName", parent.name)
        }
    }

    func change(_ change: SimulatedAllowanceChange, by parent: SimulatedPerson) -> JSONFragment {
        write { object in
            object.set("id", change.id)
            object.set("childId", change.child)
            object.set("adjustmentType", change.kind)
            object.set("oldAmount", change.from)
            object.set("newAmount", change.to)
            object.set("reason", change.reason)
            object.set("adjustedById", parent.id)
            object.set("adjustedByName", parent.name)
            object.set("adjustedAt", Self.second(change.at))
        }
    }

    func notice(_ notice: SimulatedNotice) -> JSONFragment {
        write { object in
            object.set("id", notice.id)
            object.set("type", notice.words.kind.name)
            object.set("typeName", notice.words.kind.typeName)
            object.set("title", notice.words.title)
            object.set("body", notice.words.body)
            object.set("data", notice.words.data)
            object.set("isRead", notice.isRead)
            object.set("readAt", notice.readAt.map(Self.second))
            object.set("createdAt", Self.second(notice.createdAt))
            object.set("relatedEntityType", notice.subject?.kind)
            object.set("relatedEntityId", notice.subject?.id)
            object.set("timeAgo", "a while ago")
        }
    }

    func member(_ person: SimulatedPerson, isOwner: Bool) -> JSONFragment {
        write { object in
            object.set("userId", person.id)
            object.set("email", person.email)
            object.set("firstName", person.firstName)
            object.set("lastName", person.lastName)
            object.set("role", person.role.rawValue)
            object.set("isOwner", isOwner)
        }
    }

    // MARK: What goes into a goal

    func contributed(to goal: SimulatedGoal) -> JSONFragment {
        write { object in
            object.set("goalId", goal.id)
            object.set("goalName", goal.name)
            object.set("newAmount", goal.saved)
            object.set("targetAmount", goal.target)
            object.set("progressPercentage", Self.progress(of: goal))
            object.setNull("milestoneReached")
            object.set("isCompleted", goal.completedAt != nil)
            object.setNull("matchAmountAdded")
        }
    }

    /// - Parameter isNameless: whether it is not told who did it.
    func contribution(_ move: SimulatedContribution, isNameless: Bool = false) -> JSONFragment {
        write { object in
            object.set("id", move.id)
            object.set("amount", move.amount)
            for name in ["type", "typeName"] { object.set(name, move.kind) }
            object.set("goalBalanceAfter", move.after)
            object.set("description", move.description)
            object.set("createdAt", Self.second(move.at))
            object.set("createdByName", isNameless ? nil : move.by)
        }
    }

    /// Whole per cent.
    static func progress(of goal: SimulatedGoal) -> Int {
        Int(clamping: goal.saved.coefficient * 100 / max(goal.target.coefficient, 1))
    }
}
