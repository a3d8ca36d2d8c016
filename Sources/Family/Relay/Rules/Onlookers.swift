package import Store

/// Whose look at an alert counts for whom. A child takes away what is the child's, and ends nothing for the parents.
package struct Onlookers: Sendable, Equatable {
    private let people: [Person]

    init(_ people: [Person]) { self.people = people }

    /// Where a child reads, nobody knows that it was a parent who looked: it counts there, and where none but that child reads. It also
    /// counts for those who are told next, where it does for all who were told first: they are told because that child has not looked.
    ///
    /// - Parameters:
    ///   - place: a target's name, or what else a person used.
    ///   - told: who was told first of the alert, by the same rule.
    package func count(at place: String, for target: String, told: [String]) -> Bool {
        let children = children(at: place)
        guard !children.isEmpty else { return true }
        func isNobodyElses(_ other: String) -> Bool {
            let readers = people.filter { $0.targets.contains(other) }
            return other == place
                || !readers.isEmpty
                    && readers.allSatisfy { $0.child.map { children.contains($0.lowercased()) } ?? false }
        }
        return isNobodyElses(target) || !told.isEmpty && told.allSatisfy(isNobodyElses)
    }

    /// For the store, which knows no people.
    package var counting: Sightings.Counting { { count(at: $0, for: $1, told: $2) } }

    private func children(at place: String) -> Set<String> {
        Set(people.filter { $0.targets.contains(place) }.compactMap { $0.child?.lowercased() })
    }
}
