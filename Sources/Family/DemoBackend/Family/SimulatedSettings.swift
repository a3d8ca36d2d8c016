import JSON
import Values

/// What parents have decided for a child of the simulated family.
struct SimulatedSettings: Sendable, Equatable {
    var weeklyAllowance: Decimal
    /// `nil` for seven days after the last.
    var allowanceDay: String?
    var savesAutomatically = false
    /// In the API's words; says something only where ``savesAutomatically`` is on.
    var transfer = "None"
    /// Whole per cent.
    var percentage = 0
    var amount = Decimal.zero.twoDecimals
    var seesSavings = true
    var mayOwe = false

    init(weeklyAllowance: Decimal) { self.weeklyAllowance = weeklyAllowance }

    /// What the real server makes of a request: it keeps nothing but ``seesSavings`` and ``mayOwe`` of what was before.
    init(_ node: JSONNode, replacing former: SimulatedSettings) throws(JSONError) {
        weeklyAllowance = try node.amount("weeklyAllowance")
        allowanceDay = try node.optional("allowanceDay").map { day throws(JSONError) in try Self.word(day, Self.days) }
        savesAutomatically = try node.optional("savingsAccountEnabled")?.bool() ?? false
        let type = try node.optional("savingsTransferType").map { type throws(JSONError) in
            try Self.word(type, ["None", "FixedAmount", "Percentage"])
        }
        transfer = savesAutomatically ? type ?? "Percentage" : "None"
        // What is said is cut to whole per cent.
        let hundredths =
            try node.optional("savingsTransferPercentage") == nil
            ? 2_000 : try node.amount("savingsTransferPercentage").coefficient
        percentage = transfer == "Percentage" ? Int(clamping: hundredths / 100) : 0
        amount = transfer == "FixedAmount" ? try node.amount("savingsTransferAmount") : .zero.twoDecimals
        seesSavings = try node.optional("savingsBalanceVisibleToChild")?.bool() ?? former.seesSavings
        mayOwe = try node.optional("allowDebt")?.bool() ?? former.mayOwe
    }

    private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// One of these in any letter case, or the number of its place.
    private static func word(_ node: JSONNode, _ words: [String]) throws(JSONError) -> String {
        if case .number = node.value {
            let number = try node.int()
            guard words.indices.contains(number) else { throw node.mismatch("a known number") }
            return words[number]
        }
        let text = try node.string()
        guard let word = words.first(where: { $0.lowercased() == text.lowercased() }) else {
            throw node.mismatch("a known name")
        }
        return word
    }
}
