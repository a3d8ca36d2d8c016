/// What the real server files money under: names, numbers, and what it offers to whom.
struct DemoCategory: Sendable {
    let number: Int
    let name: String
    /// Whether it is offered for money that comes.
    let isIncome: Bool

    /// In the order of the real server, with what only the server itself files under.
    static let all =
        [(1, "Allowance"), (2, "Chores"), (3, "Gift"), (4, "BonusReward"), (5, "Task"), (6, "OtherIncome")]
        .map { DemoCategory(number: $0, name: $1, isIncome: $1 != "Task") }
        + [
            (10, "Toys"), (11, "Games"), (12, "Books"), (13, "Clothes"), (14, "Snacks"), (15, "Candy"),
            (16, "Electronics"), (17, "Entertainment"), (18, "Sports"), (19, "Crafts"), (20, "OtherSpending"),
            (30, "Savings"), (31, "Charity"), (32, "Investment"),
        ].map { DemoCategory(number: $0, name: $1, isIncome: false) }

    /// What is offered for money that goes, in its order.
    static let spending = [
        "Toys", "Games", "Books", "Clothes", "Snacks", "Candy", "Electronics", "Entertainment", "Sports", "Crafts",
        "Gift", "Savings", "Charity", "OtherSpending",
    ]
}
