/// The names behind the numbers that hub messages and older servers send for a transaction's category.
enum CategoryNames {
    /// The name for a name or a number as text; unknown ones come back as they are, "not given" as empty text.
    static func name(_ wordOrNumber: String) -> String {
        guard let first = wordOrNumber.utf8.first, 0x30...0x39 ~= first else { return wordOrNumber }
        return wordOrNumber == "0" ? "" : names[wordOrNumber] ?? wordOrNumber
    }

    private static let names: [String: String] = [
        "1": "Allowance", "2": "Chores", "3": "Gift", "4": "BonusReward", "5": "Task", "6": "OtherIncome",
        "10": "Toys", "11": "Games", "12": "Books", "13": "Clothes", "14": "Snacks", "15": "Candy",
        "16": "Electronics", "17": "Entertainment", "18": "Sports", "19": "Crafts", "20": "OtherSpending",
        "30": "Savings", "31": "Charity", "32": "Investment",
    ]
}
