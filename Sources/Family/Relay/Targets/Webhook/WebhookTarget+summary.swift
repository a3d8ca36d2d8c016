import JSON
import Store
import Values

extension WebhookTarget {
    /// Which days, and for each child what came, what went and what there is.
    static func write(
        _ facts: AlertFacts, _ week: WeekSummary?, _ currency: String, to data: inout JSONObjectWriter
    ) {
        data.set("rule", facts.rule)
        data.set("currency", currency)
        data.set("from", week.map { Timestamp(seconds: $0.period.lowerBound.seconds) })
        data.set("to", week.map { Timestamp(seconds: $0.period.upperBound.seconds) })
        data.array("children") { list in
            for child in week?.children ?? [] { list.object { write(child, to: &$0) } }
        }
        data.set("late", facts.isLate)
    }

    private static func write(_ child: WeekSummary.Child, to object: inout JSONObjectWriter) {
        object.set("id", UserText.singleLine(child.row.id.rawValue))
        object.set("name", nameLimit.cut(UserText.singleLine("\(child.row.firstName) \(child.row.lastName)")))
        object.set("income", child.income.moneyText)
        object.set("spending", child.spending.moneyText)
        object.set("count", child.credits + child.debits)
        object.set("balance", child.row.balance.moneyText)
        object.array("goals") { list in
            for goal in child.goals {
                list.object { object in
                    object.set("name", nameLimit.cut(UserText.singleLine(goal.name)))
                    object.set("saved", goal.saved.moneyText)
                    object.set("target", goal.target.moneyText)
                    object.set("new", goal.isNew)
                }
            }
        }
    }
}
