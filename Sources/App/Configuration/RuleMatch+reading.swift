import Relay
import Settings
import TextFormats
import Values

extension RuleMatch {
    /// The keys, and the events that have what they ask about.
    private static let keys: [(keys: [String], decides: @Sendable (RuleEvent.Topic) -> Bool)] = [
        (["kinds", "categories", "minimum", "maximum"], { $0.hasMinimum }), (["matching"], { $0.hasTexts }),
        (["children"], { $0.isOfChildren }), (["accounts", "hours", "days", "late"], { $0.hasChild }),
    ]

    /// Declares the keys.
    init(reading reader: inout SettingsReader) {
        self.init()
        let mistakes = reader.mistakeCount
        children = reader.values(
            "children", .text(upTo: 80).showing("Alice"),
            help: "First names, full names or ids. Left out: all children.")
        if mistakes == reader.mistakeCount {
            reader.require(
                !children.isEmpty || !reader.isPresent("children"), at: "children", "'children' names nobody",
                hint: "name a child, or leave the key out for all of them")
        }
        accounts = reader.values(
            "accounts", .sectionName, help: "Accounts, one of which reads the child's list. Left out: whichever does.")
        kinds = Set(
            reader.values("kinds", .choice, help: "Money that comes `in`, goes `out`, or both. Left out: both."))
        categories = reader.values(
            "categories", .text(upTo: 80).showing("Chores"),
            help: "The server's categories, in upper or lower case. Left out: any, or none.")
        minimum = reader.optional(
            "minimum", .amount, help: "The smallest amount of a transaction, in or out. Left out: any amount.")
        maximum = reader.optional(
            "maximum", .amount, help: "The largest amount of a transaction, in or out. Left out: any amount.")
        matching = reader.values(
            "matching", .textPattern,
            help:
                "What people typed about it holds (description, notes, name, reason), any of these, in upper or lower case. With `*` for anything it is the whole "
                + "of them: `birthday*` begins them. Left out: anything.")
        if mistakes == reader.mistakeCount {
            let lists = [accounts.isEmpty, kinds.isEmpty, categories.isEmpty, matching.isEmpty]
            for (key, isEmpty) in zip(["accounts", "kinds", "categories", "matching"], lists) where isEmpty {
                Self.requireItems(of: key, reader)
            }
        }
        times = Self.times(&reader)
        late = reader.optional(
            "late", .choice,
            help: "Of what was found afterwards: `only` that, or `never` that. Left out: both.")
        if let minimum, let maximum {
            reader.require(
                minimum <= maximum, at: "maximum", "'maximum' is less than 'minimum', so no amount is right",
                hint: "write 'maximum: \(minimum.moneyText)' or more")
        }
    }

    /// Who writes an empty list may mean all, or none at all.
    private static func requireItems(of key: String, _ reader: SettingsReader) {
        reader.require(
            !reader.isPresent(key), at: key, "'\(key)' names nothing",
            hint: "name something, or leave the key out for all of them")
    }

    private static func times(_ reader: inout SettingsReader) -> [QuietHours] {
        let mistakes = reader.mistakeCount
        let hours = reader.values(
            "hours", .quietHours,
            help: "When it has to happen, by the clock of `time-zone`, as in a person's `quiet`. Left out: at any time."
        )
        let days = reader.values("days", .days, help: "On which days, by the same clock. Left out: on all.")
        if mistakes == reader.mistakeCount {
            if hours.isEmpty { requireItems(of: "hours", reader) }
            if days.isEmpty { requireItems(of: "days", reader) }
        }
        guard !days.isEmpty else { return hours }
        let named = days.reduce(into: Set<Int>()) { $0.formUnion($1) }
        guard !hours.isEmpty else { return [QuietHours(days: named, start: 0, end: 1_440)] }
        let times = hours.compactMap { hours -> QuietHours? in
            let common = hours.days.intersection(named)
            return common.isEmpty ? nil : QuietHours(days: common, start: hours.start, end: hours.end)
        }
        reader.require(
            times.count == hours.count, at: "hours", "'hours' names days that 'days' does not",
            hint: "take one of the two out")
        return times
    }

    /// What no event of the rule has is a mistake: the key would do nothing.
    ///
    /// - Parameter topics: of the rule's events.
    func check(_ reader: SettingsReader, _ topics: [RuleEvent.Topic]) {
        for (keys, decides) in Self.keys where !topics.contains(where: decides) {
            let events = RuleEvent.naming(where: decides)
            for key in keys {
                reader.require(
                    false, at: key, "'\(key)' means nothing without one of the events \(events)",
                    hint: "add one of them to 'events', or take '\(key)' out")
            }
        }
    }
}

extension TextFormat where Value == TextPattern {
    /// 1 to 80 characters, perhaps with `*`.
    static var textPattern: TextFormat {
        let shape = TextShape(name: "text, perhaps with `*`", example: "birthday*")
        return TextFormat(shape: shape, placeholder: .any) { text throws(TextFormatError) in
            guard text.count <= 80 else { throw TextFormatError("must have at most 80 characters") }
            guard let pattern = TextPattern(text) else {
                throw TextFormatError("is found in every text", hint: "write a word, or leave 'matching' out")
            }
            return pattern
        }
    }
}
