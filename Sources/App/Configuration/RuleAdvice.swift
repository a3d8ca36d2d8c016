package import Relay
import Settings
import TextFormats
import Values

/// What rules allow and nobody means: such that never tell anything, targets that none names, and names that no child has.
package struct RuleAdvice: Sendable {
    private let rules: [Configuration.Rule]

    /// - Parameter rules: in the order of the file, which decides whose words count.
    package init(_ rules: [Configuration.Rule]) { self.rules = rules }

    /// A sentence for each target that no rule names, with its place. Where there is no rule at all, that is what has to be said.
    package func unnamed(_ targets: [TargetConfiguration]) -> [String] {
        guard !rules.isEmpty else { return [] }
        return targets.filter { target in !rules.contains { $0.reaches(target.name) } }.map { target in
            target.places.sentence(
                "no rule names the target '\(target.name)', so no transaction is told there; "
                    + "add it to the 'to' of a rule, or take it out", at: "name")
        }
    }

    /// A sentence for each rule whose transactions are all told by rules before it, with its place.
    package var shadowed: [String] {
        rules.indices.compactMap { index in
            let rule = rules[index]
            guard rule.events.contains(.transaction), !rule.to.isEmpty else { return nil }
            let before = rules[..<index].filter { $0.isAtLeastAsWide(as: rule) }
            guard rule.to.allSatisfy({ target in before.contains { $0.to.contains(target) } }) else { return nil }
            let names = before.filter { !Set($0.to).isDisjoint(with: rule.to) }.map { "'\($0.name)'" }
            let what = rule.events.count == 1 ? "never tells anything" : "never tells of a transaction"
            return rule.places.sentence(
                "the rule '\(rule.name)' \(what), since \(names.joined(separator: " and ")) before it tells the same "
                    + "to \(rule.to.joined(separator: ", ")); put it first, or take it out", at: "name")
        }
    }

    /// A sentence for each two rules that contradict each other where they meet, with the second one's place: in other words or looks for the
    /// same target, though neither is an exception from the other, or twice of one balance.
    package var conflicting: [String] {
        rules.indices.flatMap { index in
            rules[..<index].compactMap { earlier in conflict(of: earlier, with: rules[index]) }
        }
    }

    private func conflict(of earlier: Configuration.Rule, with rule: Configuration.Rule) -> String? {
        let common = rule.to.filter(earlier.to.contains)
        guard !common.isEmpty, earlier.match.mayMeet(rule.match) else { return nil }
        let (names, places) = ("'\(earlier.name)' and '\(rule.name)'", common.joined(separator: ", "))
        let both = Set(rule.events).intersection(earlier.events)
        if let below = rule.below, below == earlier.below,
            both.contains(where: { $0.topics.contains(where: \.hasThreshold) })
        {
            return rule.places.sentence(
                "the rules \(names) both tell \(places) of a balance below \(below.moneyText), so it is told twice; "
                    + "take it out of one", at: "below")
        }
        let isSame = earlier.text == rule.text && earlier.style == rule.style
        guard !isSame, earlier.events.contains(.transaction), rule.events.contains(.transaction),
            !earlier.match.covers(rule.match), !rule.match.covers(earlier.match)
        else { return nil }
        return rule.places.sentence(
            "the rules \(names) may both tell \(places) of one transaction, each in its own way, and the first one's counts; "
                + "put first what matters more", at: "name")
    }

    /// A sentence for each account in 'accounts' that the file does not list, with its place; without a list every account is watched.
    package func unknownAccounts(listed: [String]) -> [String] {
        guard !listed.isEmpty else { return [] }
        return rules.flatMap { rule in
            rule.match.accounts.filter { !listed.contains($0) }.map { name in
                rule.places.sentence(
                    "the rule '\(rule.name)' names the account '\(name)', which 'accounts' does not list; "
                        + nearestHint(to: name, in: listed), at: "accounts", item: name)
            }
        }
    }

    /// A sentence for each rule that waits for somebody to see an alert where none of its targets can ever show that, with its place.
    ///
    /// - Parameters:
    ///   - prove: names of targets that can.
    ///   - children: names of targets that a child reads: its look counts for no parent.
    package func unprovable(_ prove: Set<String>, children: Set<String> = []) -> [String] {
        rules.filter { rule in
            guard rule.timing.waitsToBeSeen else { return false }
            let areChildrens = children.isSuperset(of: rule.to)
            return (areChildrens ? prove : prove.subtracting(children)).isDisjoint(with: rule.to)
        }.map { rule in
            let key = rule.timing.again == nil ? "unless-seen" : "again"
            let who = prove.isDisjoint(with: rule.to) ? "somebody" : "a parent"
            return rule.places.sentence(
                "none of the targets of the rule '\(rule.name)' can show that \(who) has seen an alert, so '\(key)' goes on every "
                    + "time, unless a person says 'pocketbell seen'; name a target of kind desktop or desktops too, or take the key out",
                at: key)
        }
    }

    /// A sentence for each rule that never tells anybody, since only children read its targets and they may hear of none of its events,
    /// with its place. Nor does it tell who is next if nobody has seen an alert: there is none to be seen.
    ///
    /// - Parameter children: names of targets that a child reads.
    package func forNobody(_ children: Set<String>) -> [String] {
        rules.filter { rule in
            !rule.to.isEmpty && children.isSuperset(of: rule.to) && !rule.events.contains(where: \.isForChildren)
        }.map { rule in
            let next = rule.timing.ladder.isEmpty ? "" : ", also not who 'unless-seen' names"
            return rule.places.sentence(
                "the rule '\(rule.name)' never tells anybody\(next), since \(rule.to.joined(separator: ", ")) "
                    + (rule.to.count == 1 ? "is" : "are") + " a child's, and its 'events' are told to parents alone; "
                    + "add a parent's target to 'to', or take the rule out", at: "to")
        }
    }

    /// A sentence for each name in 'children' that no child has, with its place and the nearest that one has.
    ///
    /// - Parameter known: first names, full names and ids of all children that are known; without any nobody can say.
    package func strangers(known: [String]) -> [String] {
        guard !known.isEmpty else { return [] }
        let lowercased = Set(known.map { $0.lowercased() })
        return rules.flatMap { rule in
            rule.match.children.filter { !lowercased.contains($0.lowercased()) }.map { name in
                let meant = nearest(to: name, in: known).map { "did you mean '\($0)'?" } ?? "see: pocketbell children"
                return rule.places.sentence(
                    "the rule '\(rule.name)' names the child '\(name)', whom the store does not know; \(meant)",
                    at: "children", item: name)
            }
        }
    }
}

extension Configuration.Rule {
    /// Whether it tells every transaction that the other one tells.
    fileprivate func isAtLeastAsWide(as other: Configuration.Rule) -> Bool {
        events.contains(.transaction) && match.covers(other.match)
    }
}

extension Configuration.Rule {
    /// Whether it tells this target, at once or while nobody has seen it.
    fileprivate func reaches(_ target: String) -> Bool {
        to.contains(target) || timing.ladder.contains { $0.to.contains(target) }
    }
}
