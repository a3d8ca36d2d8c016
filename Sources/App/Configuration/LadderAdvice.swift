import Settings

/// What `unless-seen` says in vain.
package struct LadderAdvice: Sendable {
    private let rules: [Configuration.Rule]

    package init(_ rules: [Configuration.Rule]) { self.rules = rules }

    /// A sentence for each step that tells nobody who has not been told, with its rule's place.
    package var sentences: [String] {
        rules.flatMap { rule -> [String] in
            var told = Set(rule.to)
            return rule.timing.ladder.compactMap { rung in
                defer { told.formUnion(rung.to) }
                guard !rung.to.isEmpty, told.isSuperset(of: rung.to) else { return nil }
                let names = rung.to.joined(separator: ", ")
                return rule.places.sentence(
                    "'unless-seen' of the rule '\(rule.name)' tells \(names), which \(rung.to.count == 1 ? "was" : "were") told "
                        + "before; name others there, or add 'again' to tell the same once more", at: "unless-seen")
            }
        }
    }
}
