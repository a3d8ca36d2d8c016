package import JSON
package import Values

/// What parents have decided for a child: the allowance and its day, savings, debt.
package struct ChildSettings: FamilyRecord {
    /// How much of an allowance is saved by itself.
    package enum Transfer: String, KnownWord {
        case none, fixedAmount, percentage

        /// As older servers and the hub send it.
        package var number: Int {
            switch self {
            case .none: 0
            case .fixedAmount: 1
            case .percentage: 2
            }
        }
    }

    /// The child's own.
    package let id: Identifier<ChildSettings>
    package let child: Child.ID?
    /// What the server's timer pays.
    package let weeklyAllowance: Decimal
    /// On which day of the week it is paid, such as `Sunday`; `nil` for seven days after the last.
    package let allowanceDay: String?
    package let lastAllowanceAt: Timestamp?
    /// As the server reckons it: without ``allowanceDay`` and pauses.
    package let nextAllowanceAt: Timestamp?
    package let savesAutomatically: Bool
    package let transfer: ServerWord<Transfer>
    /// Of the allowance; says something where ``transfer`` is a percentage.
    package let transferPercentage: Decimal?
    package let transferAmount: Decimal?
    /// Whether the child may know what it has saved.
    package let seesSavings: Bool
    /// Whether the balance may fall below nothing.
    package let mayOwe: Bool

    /// Where servers have them.
    package static let list = RecordList(of: ChildSettings.self, "settings", for: .child, at: "/children/{owner}")

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id("id", or: "childId")
        child = Child.ID(rawValue: id.rawValue)
        weeklyAllowance = try reader.optionalMoney("weeklyAllowance") ?? .zero
        allowanceDay = try reader.optionalText("allowanceDay")
        lastAllowanceAt = try reader.moment("lastAllowanceDate")
        nextAllowanceAt = try reader.moment("nextAllowanceDate")
        savesAutomatically = try reader.flag("savingsAccountEnabled")
        transfer = try reader.word("savingsTransferType") ?? .known(.none)
        transferPercentage = try reader.optionalMoney("savingsTransferPercentage")
        transferAmount = try reader.optionalMoney("savingsTransferAmount")
        seesSavings = try reader.flag("savingsBalanceVisibleToChild")
        mayOwe = try reader.flag("allowDebt")
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("weeklyAllowance", weeklyAllowance.moneyText)
        object.set("allowanceDay", allowanceDay)
        object.set("lastAllowanceAt", lastAllowanceAt?.wholeSeconds)
        object.set("nextAllowanceAt", nextAllowanceAt?.wholeSeconds)
        object.set("savesAutomatically", savesAutomatically)
        object.set("transfer", transfer.text)
        object.set("transferPercentage", transferPercentage?.normalized.description)
        object.set("transferAmount", transferAmount?.moneyText)
        object.set("seesSavings", seesSavings)
        object.set("mayOwe", mayOwe)
    }
}
