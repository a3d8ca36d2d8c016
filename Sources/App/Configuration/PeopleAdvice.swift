import Relay
import Settings
import TextFormats

extension Configuration {
    /// A sentence for each name of a child in rules and people that nobody has, with its place.
    ///
    /// - Parameter known: of each child that is known its first name, full name and id; without any nobody can say.
    package func strangers(known: [[String]]) -> [String] {
        RuleAdvice(rules).strangers(known: known.flatMap { $0 }) + PeopleAdvice(people).strangers(known: known)
    }
}

/// What people of the file allow and nobody means: targets where nobody may be told, and children that there are not.
package struct PeopleAdvice: Sendable {
    private let people: [Configuration.Person]

    package init(_ people: [Configuration.Person]) { self.people = people }

    /// A sentence for each target that a child shares, with its place: it is the strictest of its people that counts.
    package var shared: [String] {
        people.enumerated().flatMap { index, person -> [String] in
            guard let child = person.child else { return [] }
            return person.targets.flatMap { target in
                people.enumerated().filter { $1.targets.contains(target) && $0 != index }.compactMap { place, other in
                    sentence(person, child, target, other, isSecond: place < index)
                }
            }
        }
    }

    /// - Parameter isSecond: the other one stands before this one: of two children one sentence is enough.
    private func sentence(
        _ person: Configuration.Person, _ child: String, _ target: String, _ other: Configuration.Person, isSecond: Bool
    ) -> String? {
        guard let second = other.child else {
            return person.places.sentence(
                "the target '\(target)' is also \(other.name)'s, and gets no more than \(child) may know; "
                    + "take it out of one of the two", at: "targets", item: target)
        }
        guard isSecond, second.lowercased() != child.lowercased() else { return nil }
        return person.places.sentence(
            "the target '\(target)' is also \(other.name)'s, and neither child is told of the other one's money, so nothing is told "
                + "there; take it out of one of the two", at: "targets", item: target)
    }

    /// A sentence for each child in `child` that nobody is, or that several are, with its place.
    ///
    /// - Parameter known: of each child that is known its first name, full name and id; without any nobody can say.
    package func strangers(known: [[String]]) -> [String] {
        guard !known.isEmpty else { return [] }
        return people.compactMap { person in
            guard let child = person.child else { return nil }
            let count = known.filter { $0.contains { $0.lowercased() == child.lowercased() } }.count
            guard count != 1 else { return nil }
            let hint =
                nearest(to: child, in: known.flatMap { $0 }).map { "did you mean '\($0)'?" }
                ?? "see: pocketbell children"
            return person.places.sentence(
                count == 0
                    ? "'\(person.name)' is to be the child '\(child)', whom the store does not know; \(hint)"
                    : "'\(person.name)' is to be the child '\(child)', and \(count) children are called so, of whose money all is told "
                        + "there; write the full name or the id", at: "child")
        }
    }
}
