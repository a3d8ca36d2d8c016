import JSON
import Values

/// Something that a child of the simulated family saves for.
struct SimulatedGoal: Sendable, Equatable {
    let id: String
    let child: String
    var name: String
    var details: String?
    var target: Decimal
    var saved = Decimal.zero.twoDecimals
    /// In the API's words, as all others here.
    var state = "Active"
    /// The digits of one without a name.
    var category = "Other"
    var due: Timestamp?
    var link: String?
    var priority = 1
    let createdAt: Timestamp
    var completedAt: Timestamp?
    /// The oldest first.
    var contributions: [SimulatedContribution] = []

    init(id: String, child: String, name: String, target: Decimal, createdAt: Timestamp) {
        (self.id, self.child, self.name, self.target, self.createdAt) = (id, child, name, target, createdAt)
    }

    /// Takes what a request says of it; what it leaves out stays.
    mutating func take(_ node: JSONNode) throws(JSONError) {
        name = try node.text("name") ?? name
        details = try node.text("description") ?? details
        target = try node.optional("targetAmount") == nil ? target : try node.amount("targetAmount")
        category = try node.wordOrDigits("category") ?? category
        due = try node.optional("targetDate")?.timestamp(assumesUTC: true) ?? due
        link = try node.text("productUrl") ?? link
        priority = try node.optional("priority")?.int() ?? priority
    }

    /// Moves money into it, or out of it, and says so in its list.
    mutating func take(_ move: SimulatedContribution) {
        saved = saved.adding(move.amount) ?? saved
        var move = move
        move.after = saved
        contributions.append(move)
        guard state == "Active", saved >= target, move.amount > .zero else { return }
        (state, completedAt) = ("Completed", move.at)
    }
}

/// Money that went into a goal, or out of it.
struct SimulatedContribution: Sendable, Equatable {
    let id: String
    /// As it moves the goal: below zero of what is taken out.
    let amount: Decimal
    let kind: String
    let description: String?
    let by: String
    let at: Timestamp
    /// What the goal had then.
    var after = Decimal.zero.twoDecimals
}

/// Something that a child would like to have. Only servers of the designs keep them.
struct SimulatedWish: Sendable, Equatable {
    let id: String
    let child: String
    var name: String
    var price: Decimal
    var link: String?
    var notes: String?
    var purchasedAt: Timestamp?
    let createdAt: Timestamp
}
