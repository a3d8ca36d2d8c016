/// The categories that people may choose from.
package struct CategoryChoice: Sendable, Equatable {
    private let income: [String]
    private let spending: [String]

    /// - Parameters:
    ///   - income: what a server offers for money that comes, in its order; where it has told nothing, what is ``known``.
    ///   - spending: the same for money that goes.
    package init(income: [String], spending: [String]) {
        self.income = income.isEmpty ? Self.known.income : income
        self.spending = spending.isEmpty ? Self.known.spending : spending
    }

    private init(known income: [String], _ spending: [String]) { (self.income, self.spending) = (income, spending) }

    /// What the public server offers: for servers that do not say.
    package static let known = CategoryChoice(
        known: ["Allowance", "Chores", "Gift", "BonusReward", "OtherIncome"],
        [
            "Toys", "Games", "Books", "Clothes", "Snacks", "Candy", "Electronics", "Entertainment", "Sports", "Crafts",
            "Gift", "Savings", "Charity", "OtherSpending",
        ])

    /// In the server's order.
    package func offered(for way: Category.Way) -> [String] { way == .income ? income : spending }

    /// What it is where nobody chooses: a server that is told none may keep a bare zero.
    package static func standard(for way: Category.Way) -> String {
        way == .income ? "OtherIncome" : "OtherSpending"
    }

    /// All that are offered for money that comes or that goes.
    package var all: [String] { income + spending.filter { !income.contains($0) } }
}
