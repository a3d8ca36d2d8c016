import JSON
import Store
import Values

extension WebhookTarget {
    /// Which days, and for each child what came, what went and what there is.
    static func write(
        _ facts: AlertFacts, _ week: WeekSummary?, _ currency: String, to data: inout JSONObjectWriter
    ) {
        let money = { (amount: Decimal) in facts.hides.contains(.amounts) ? nil : amount.moneyText }
        data.set("rule", facts.rule)
        data.set("currency", currency)
        data.set("from", week.map { Timestamp(seconds: $0.period.lowerBound.seconds) })
        data.set("to", week.map { Timestamp(seconds: $0.period.upperBound.seconds) })
        data.array("children") { list in
            for child in week?.children ?? [] { list.object { write(child, money, to: &$0) } }
        }
        data.set("late", facts.isLate)
    }

    private static func write(
        _ child: WeekSummary.Child, _ money: (Decimal) -> String?, to object: inout JSONObjectWriter
    ) {
        object.set("id", UserText.singleLine(child.row.id.rawValue))
        object.set("name", nameLimit.cut(UserText.singleLine("\(child.row.firstName) \(child.row.lastName)")))
        object.set("income", money(child.income))
        object.set("spending", money(child.spending))
        object.set("count", child.credits + child.debits)
        object.set("balance", money(child.row.balance))
        object.array("goals") { list in
            for goal in child.goals {
                list.object { object in
                    object.set("name", nameLimit.cut(UserText.singleLine(goal.name)))
                    object.set("saved", money(goal.saved))
                    object.set("target", money(goal.target))
                    object.set("new", goal.isNew)
                }
            }
        }
    }
}
