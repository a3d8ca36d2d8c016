import JSON

extension OrderForm {
    private static let weekly = OrderField.money("weeklyAllowance", cents: 0...1_000_000, isRequired: true)

    /// How much a child gets each week. Today's server remembers who changed it and why.
    package static let setAllowance = OrderForm(
        "allowance set", .sets, by: .parent, [weekly, .remark("reason")], shownBy: ChildSettings.list,
        at: .put("/children/{child}/allowance/amount", names: ["weeklyAllowance": "newAmount"]),
        .put("/children/{child}/allowance"))

    /// Nothing is paid until it is resumed.
    package static let pauseAllowance = switching(
        "allowance pause", to: true, [.remark("reason")], .post("/children/{child}/allowance/pause"))

    /// It is paid again.
    package static let resumeAllowance = switching(
        "allowance resume", to: false, [], .post("/children/{child}/allowance/resume", .nothing))

    /// No answer says whether an allowance is paused but the last pause or resumption.
    private static func switching(
        _ name: String, to isPaused: Bool, _ fields: [OrderField], _ route: OrderRoute
    ) -> OrderForm {
        OrderForm(
            name, .sets, by: .parent, fields, fixed: [JSONObject.Member("paused", .bool(isPaused))],
            shownBy: AllowanceChange.list, at: route,
            isDone: { _, _, facts in
                let words = facts.sorted { $0.rank < $1.rank }.compactMap {
                    (try? JSONValue(parsing: $0.content))?["action"]
                }
                return (words.first { $0 == "paused" || $0 == "resumed" } == "paused") == isPaused
            })
    }

    /// What parents have decided for a child. The server takes all of it at once, and clears what is left out.
    package static let changeSettings = OrderForm(
        "allowance settings", .sets, by: .parent,
        [
            weekly.optional,
            .word(
                "allowanceDay", ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]),
            .flag("savesAutomatically", as: "savingsAccountEnabled"),
            .word("transfer", as: "savingsTransferType", ["none", "fixedAmount", "percentage"]),
            OrderField(
                name: "transferPercentage", wire: "savingsTransferPercentage", shape: .percent, isRequired: false),
            .money("transferAmount", as: "savingsTransferAmount", cents: 0...1_000_000),
            .flag("seesSavings", as: "savingsBalanceVisibleToChild"), .flag("mayOwe", as: "allowDebt"),
        ], shownBy: ChildSettings.list, at: .put("/children/{child}/settings", .whole))
}
