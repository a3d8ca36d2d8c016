package import Relay
package import Settings
import TextFormats
package import Values

extension Configuration {
    /// Which alerts go where.
    package struct Rule: SettingsSection {
        /// What a rule can be about.
        package typealias Event = RuleEvent

        /// Unique among the rules. The key of a low balance's alert has it, so a renamed rule may tell one fall again.
        package let name: String
        /// At least one, none twice.
        package let events: [Event]
        /// First names, full names or ids; empty: all children.
        package let children: [String]
        /// The smallest amount of a transaction, whatever its sign.
        package let minimum: Decimal?
        /// The threshold of ``Event/balanceLow``; there whenever that event is.
        package let below: Decimal?
        /// Names of targets, at least one; where the file names a person, that person's.
        package private(set) var to: [String]
        /// A `TextTemplate` of `TemplateField` without problems; `nil`: each target's own words.
        package let text: String?
        /// What its alerts look like, wherever they go; comes before a target's own.
        package let style: AlertStyle
        /// Where it stands in the file.
        package let places: SettingsPlaces

        /// Declares the keys; what doesn't fit together is only told when the events themselves are right.
        package init(reading reader: inout SettingsReader) {
            name = reader.name(of: "rule", help: "How messages and the command line call this rule.")
            let mistakes = reader.mistakeCount
            events = reader.values("events", .choice, default: "transaction", help: "What the rule is about.")
            let isSound = mistakes == reader.mistakeCount
            let mistakesBeforeChildren = reader.mistakeCount
            children = reader.values(
                "children", .text(upTo: 80).showing("Alice"),
                help: "First names, full names or ids. Left out: all children.")
            let namesNobody = children.isEmpty && mistakesBeforeChildren == reader.mistakeCount
            minimum = reader.optional(
                "minimum", .amount, help: "The smallest amount of a transaction, in or out. Left out: any amount.")
            below = reader.optional(
                "below", .amount, help: "For `balance-low`: the alert comes when a balance falls below this.")
            to = reader.references("to", to: "target", "person", help: "The names of targets or people.")
            text = reader.optional(
                "text", .text(upTo: 1000).showing("{child} {verb} {amount}: {description}"),
                help: "The words of the alert, with \(TemplateField.listing). `{amount}` has no sign: `{verb}` "
                    + "says whether it was received or spent. Filters such as `{description|cut:40}` and conditions such as "
                    + "`{if notes}…{else}…{end}` are in docs/words.md. Left out: each target's own words.",
                problems: Template.problems)
            style = AlertStyle(reading: &reader, AlertStyle.Key.allCases, icons: .icon)
            places = reader.places
            if namesNobody { checkChildren(reader) }
            if isSound { check(reader) }
        }

        private init(everythingTo targets: [String]) {
            name = "everything"
            events = [.transaction]
            children = []
            minimum = nil
            below = nil
            to = targets
            text = nil
            style = AlertStyle()
            places = .none
        }

        /// With the targets of those people whom the file names.
        func naming(targetsOf people: [Person]) -> Rule {
            var rule = self
            var named: Set<String> = []
            rule.to = to.flatMap { name in people.first { $0.name == name }?.targets ?? [name] }
                .filter { named.insert($0).inserted }
            return rule
        }

        /// The rule that applies when there are none.
        static func everything(to targets: [String]) -> Rule { Rule(everythingTo: targets) }

        private func checkChildren(_ reader: SettingsReader) {
            reader.require(
                !reader.isPresent("children"), at: "children",
                "'children' names nobody", hint: "name a child, or leave the key out for all of them")
        }

        private func check(_ reader: SettingsReader) {
            let (isLow, isMoney) = (
                events.contains(.balanceLow), events.contains { [.transaction, .withdrawn].contains($0) }
            )
            reader.require(
                !isLow || reader.isPresent("below"), at: "events", item: Event.balanceLow.rawValue,
                "'balance-low' needs a threshold", hint: "add 'below: 5.00' to this rule")
            reader.require(
                isLow, at: "below", "'below' means nothing without the event balance-low",
                hint: "write 'events: [balance-low]'")
            reader.require(
                isMoney, at: "minimum", "'minimum' means nothing without the event transaction or withdrawn",
                hint: "add transaction to 'events'")
            if !isLow, !isMoney { checkOfProblems(reader) }
        }

        /// A problem of the program has no child and no money, and words with a place for one would never be used.
        private func checkOfProblems(_ reader: SettingsReader) {
            reader.require(
                children.isEmpty, at: "children",
                "'children' means nothing without the event transaction, withdrawn or balance-low",
                hint: "add one of them to 'events', or take 'children' out")
            for (key, text) in [("text", text), ("title", style.title), ("link", style.link)] {
                guard let place = text.flatMap({ TemplateField.needed(in: $0).first { !$0.isOfProblems } }) else {
                    continue
                }
                let others = TemplateField.allCases.filter(\.isOfProblems).map { "{\($0.rawValue)}" }
                reader.require(
                    false, at: key,
                    "'\(key)' has '{\(place.rawValue)}', which is empty in every alert of this rule's 'events'",
                    hint: "write \(others.joined(separator: ", ")), or add transaction to 'events'")
            }
        }
    }
}

/// What a rule can be about, in the words of the file.
package enum RuleEvent: String, CaseIterable, Sendable {
    /// Money came or went.
    case transaction
    /// The server lists a transaction no longer.
    case withdrawn
    /// A balance fell below a threshold.
    case balanceLow = "balance-low"
    /// All of those that follow: what is wrong with the program itself, and that it is over.
    case problem
    /// An account must sign in.
    case signInNeeded = "sign-in-needed"
    /// An account's server has been gone for ten minutes.
    case connectionLost = "connection-lost"
    /// A target refuses what it is sent.
    case targetSuspended = "target-suspended"
    /// The store's counts do not add up.
    case accountingBroken = "accounting-broken"
    /// A server knows less than it did: perhaps it was restored from a backup.
    case historyShorter = "history-shorter"
    /// A hub that is connected tells nothing of what happens.
    case hubDeaf = "hub-deaf"
    /// A server contradicts itself about a child's money.
    case balanceUnexplained = "balance-unexplained"
    /// The store's disk is full, or will be.
    case diskFull = "disk-full"
    /// Somebody else has changed what was changed here, and a person decides.
    case conflict
}
