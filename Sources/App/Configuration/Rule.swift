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
        /// What it wants of them.
        package let match: RuleMatch
        /// The threshold of ``Event/balanceLow`` and ``Event/balanceRecovered``; there whenever one of these is.
        package let below: Decimal?
        /// When ``Event/summary`` comes; there whenever that event is.
        package let when: Schedule?
        /// Names of targets, at least one; where the file names a person, that person's.
        package private(set) var to: [String]
        /// A `TextTemplate` of `TemplateField` without problems; `nil`: each target's own words.
        package let text: String?
        /// What its alerts look like, wherever they go; comes before a target's own.
        package let style: AlertStyle
        /// At targets that can change what they show, each child has one message, which shows it as it is now.
        package let isLiving: Bool
        /// When it is told, beside at once and once.
        package private(set) var timing: RuleTimingSettings
        /// Where it stands in the file.
        package let places: SettingsPlaces

        /// Declares the keys; what doesn't fit together is only told when the events themselves are right.
        package init(reading reader: inout SettingsReader) {
            name = reader.name(of: "rule", help: "How messages and the command line call this rule.")
            let mistakes = reader.mistakeCount
            events = reader.values("events", .choice, default: "transaction", help: "What the rule is about.")
            let isSound = mistakes == reader.mistakeCount
            match = RuleMatch(reading: &reader)
            below = reader.optional(
                "below", .amount,
                help:
                    "For `balance-low`: the alert comes when a balance falls below this; for `balance-recovered`: when it "
                    + "is back.")
            when = reader.optional(
                "when", .schedule,
                help: "For `summary`: when it comes, a time by the clock of `time-zone`, perhaps after days.")
            to = reader.references("to", to: "target", "person", help: "The names of targets or people.")
            text = reader.optional(
                "text", .text(upTo: 1000).showing("{child} {verb} {amount}: {description}"),
                help: "The words of the alert, with \(TemplateField.listing). `{amount}` has no sign: `{verb}` "
                    + "says whether it was received or spent. Filters such as `{description|cut:40}` and conditions such as "
                    + "`{if notes}…{else}…{end}` are in docs/words.md. Left out: each target's own words.",
                problems: Template.problems)
            style = AlertStyle(reading: &reader, AlertStyle.Key.allCases, icons: .icon)
            isLiving = reader.value(
                "living", .boolean, default: "false",
                help:
                    "Whether each child has one message that is changed to its balance and its newest transactions, at targets that "
                    + "can change what they show (`desktop`, `discord`, `telegram`, `matrix`, `ntfy`, `slack` with a "
                    + "`token`); after a day a new one begins.")
            timing = RuleTimingSettings(reading: &reader)
            places = reader.places
            if isSound { check(reader) }
        }

        private init(everythingTo targets: [String]) {
            name = "everything"
            events = [.transaction]
            match = RuleMatch()
            below = nil
            when = nil
            to = targets
            text = nil
            style = AlertStyle()
            isLiving = false
            timing = .none
            places = .none
        }

        /// With the targets of those people whom the file names.
        func naming(targetsOf people: [Person]) -> Rule {
            var rule = self
            var named: Set<String> = []
            rule.to = to.flatMap { name in people.first { $0.name == name }?.targets ?? [name] }
                .filter { named.insert($0).inserted }
            rule.timing = timing.naming(targetsOf: people)
            return rule
        }

        /// The rule that applies when there are none.
        static func everything(to targets: [String]) -> Rule { Rule(everythingTo: targets) }
    }
}

extension Configuration.Rule {
    fileprivate func check(_ reader: SettingsReader) {
        let topics = events.flatMap(\.topics)
        if let event = events.first(where: { $0.topics.contains(where: \.hasThreshold) }) {
            reader.require(
                reader.isPresent("below"), at: "events", item: event.rawValue,
                "'\(event.rawValue)' needs a threshold", hint: "add 'below: 5.00' to this rule")
        }
        requireUse(
            of: "below", topics.contains(where: \.hasThreshold), by: Event.naming(where: \.hasThreshold), reader)
        checkSummary(reader)
        match.check(reader, topics)
        // Where there is money, an event's own words serve for those that have none.
        if !topics.contains(where: { $0.hasMinimum || $0.hasThreshold }) { checkWords(topics, reader) }
        if isLiving { checkOfLiving(reader) }
    }

    /// What is changed without a sound is nothing for what somebody has to hear of, and has words of its own.
    private func checkOfLiving(_ reader: SettingsReader) {
        reader.require(
            events.allSatisfy { [.transaction, .withdrawn].contains($0) }, at: "living",
            "'living' is for 'transaction' and 'withdrawn' alone: a message is changed without a sound",
            hint: "tell the others by a rule of their own")
        reader.require(
            text == nil, at: "text", "'text' means nothing beside 'living': it shows balance and movements")
        reader.require(style.title == nil, at: "title", "'title' means nothing beside 'living': it is the balance")
        for key in ["kinds", "categories", "minimum", "maximum", "matching", "hours", "days", "late"] {
            reader.require(
                false, at: key, "'\(key)' means nothing beside 'living': the message shows all that came and went",
                hint: "tell those by a rule of their own")
        }
    }

    private func requireUse(of key: String, _ isUsed: Bool, by events: String, _ reader: SettingsReader) {
        reader.require(
            isUsed, at: key, "'\(key)' means nothing without one of the events \(events)",
            hint: "add one of them to 'events', or take '\(key)' out")
    }

    private func checkSummary(_ reader: SettingsReader) {
        let isSummary = events.contains(.summary)
        reader.require(
            !isSummary || reader.isPresent("when"), at: "events", item: Event.summary.rawValue,
            "'summary' needs a time", hint: "add 'when: sun 18:00' to this rule")
        reader.require(
            isSummary, at: "when", "'when' means nothing without the event summary",
            hint: "write 'events: [summary]'")
    }

    /// Words with a place that no event of the rule fills would never be used.
    private func checkWords(_ topics: [Event.Topic], _ reader: SettingsReader) {
        let isFilled = { (place: TemplateField) in topics.contains { $0.fills(place) } }
        for (key, text) in [("text", text), ("title", style.title), ("link", style.link)] {
            guard let place = text.flatMap({ TemplateField.needed(in: $0).first { !isFilled($0) } }) else {
                continue
            }
            let others = TemplateField.allCases.filter(isFilled).map { "{\($0.rawValue)}" }
            reader.require(
                false, at: key,
                "'\(key)' has '{\(place.rawValue)}', which is empty in every alert of this rule's 'events'",
                hint: "write \(others.joined(separator: ", ")), or add transaction to 'events'")
        }
    }
}
