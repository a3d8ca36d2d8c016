package import JSON
package import Values

/// What a child has put aside: money beside the balance.
package struct SavingsAccount: FamilyRecord {
    /// The child's own.
    package let id: Identifier<SavingsAccount>
    package let child: Child.ID?
    package let isEnabled: Bool
    /// `nil` where it is hidden from a child's login.
    package let balance: Decimal?
    package let deposited: Decimal?, withdrawn: Decimal?
    package let lastMovedAt: Timestamp?

    /// Amounts are hidden from a child where parents have decided so.
    package var isPartial: Bool { balance == nil }

    /// Where servers have them.
    package static let list = RecordList(
        of: SavingsAccount.self, "savings", for: .child, at: "/children/{owner}/savings/summary",
        "/savings/{owner}/summary")

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id("childId", or: "id")
        child = Child.ID(rawValue: id.rawValue)
        isEnabled = try reader.flag("isEnabled")
        balance = try reader.optionalMoney("currentBalance", or: "balance")
        deposited = try reader.optionalMoney("totalDeposited")
        withdrawn = try reader.optionalMoney("totalWithdrawn")
        lastMovedAt = try reader.moment("lastTransactionDate")
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("enabled", isEnabled)
        object.set("balance", balance?.moneyText)
        object.set("deposited", deposited?.moneyText)
        object.set("withdrawn", withdrawn?.moneyText)
        object.set("lastMovedAt", lastMovedAt?.wholeSeconds)
    }
}
