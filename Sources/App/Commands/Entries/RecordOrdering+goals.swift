import Store

/// Texts are as typed; what is `nil` was not typed. A goal is its name, its id, or how that begins.
extension RecordOrdering {
    /// What a goal may have besides name and target.
    package struct GoalDetails: Sendable {
        let fields: [String: String?]

        /// - Parameter due: a day, such as 2026-12-24.
        package init(
            description: String?, category: String?, due: String?, link: String?, priority: String?
        ) {
            fields = [
                "description": description, "category": category, "due": due, "link": link, "priority": priority,
            ]
        }
    }

    /// `pocketbell goals add`. Without a category it is filed under `Other`: servers take none for a number.
    package static func addGoal(
        of child: String, _ words: [String], target: String?, _ details: GoalDetails, _ terms: Terms
    ) -> Self {
        var fields = details.fields
        (fields["name"], fields["target"]) = (words.joined(separator: " "), target)
        fields["category"] = (fields["category"] ?? nil) ?? "Other"
        return Self(.addGoal, child: child, fields: fields, terms)
    }

    /// `pocketbell goals edit`.
    package static func editGoal(
        _ goal: String, of child: String?, name: String?, target: String?, _ details: GoalDetails, _ terms: Terms
    ) -> Self {
        let fields = details.fields.merging(["name": name, "target": target]) { $1 }
        return Self(.editGoal, child: child, record: goal, fields: fields, terms)
    }

    /// `pocketbell goals deposit`.
    package static func deposit(
        _ amount: String, into goal: String, of child: String?, description: String?, _ terms: Terms
    ) -> Self {
        Self(
            .depositGoal, child: child, record: goal, fields: ["amount": amount, "description": description], terms)
    }

    /// `pocketbell goals withdraw`.
    package static func withdraw(
        _ amount: String, from goal: String, of child: String?, reason: String?, _ terms: Terms
    ) -> Self {
        Self(.withdrawGoal, child: child, record: goal, fields: ["amount": amount, "reason": reason], terms)
    }

    /// `pocketbell goals remove`.
    package static func removeGoal(_ goal: String, of child: String?, _ terms: Terms) -> Self {
        Self(.removeGoal, child: child, record: goal, terms)
    }
}
