package import Relay
package import Settings
import TextFormats

/// When a rule's alerts are told, beside at once and once.
package struct RuleTimingSettings: Sendable {
    /// Others who are told, if nobody has seen an alert by then.
    package struct Rung: SettingsSection {
        /// Since the alert was told first.
        package let after: Duration
        /// Names of targets, at least one; where the file names a person, that person's.
        package internal(set) var to: [String]

        /// Declares the keys.
        package init(reading reader: inout SettingsReader) {
            after = reader.value(
                "after", RuleTimingSettings.span,
                help: "How long after the first telling, if nobody has seen it by then.")
            to = reader.references("to", to: "target", "person", help: "The targets or people that are told then.")
        }
    }

    /// How long what follows a message is gathered; `nil`: each is told at once.
    package let group: Duration?
    /// From one telling to the next, while nobody has seen it; `nil`: it is told once.
    package let again: Duration?
    /// At most so many times more.
    package let times: Int
    /// In order.
    package internal(set) var ladder: [Rung]
    /// While one of these is open, alerts are skipped.
    package let unless: [RuleObstacle]

    /// Once, and at once.
    static let none = RuleTimingSettings()

    private init() { (group, again, times, ladder, unless) = (nil, nil, 0, [], []) }

    fileprivate static let span = TextFormat.duration(in: .seconds(60)...(.seconds(86_400)))

    /// Declares the keys, which are the rule's own.
    init(reading reader: inout SettingsReader) {
        group = reader.optional(
            "group", .duration(in: .seconds(5)...(.seconds(86_400))),
            help:
                "What comes so soon after a message of this rule to the same target is told together, at the end of that time. The "
                + "first is told at once, and what is urgent always is. Left out: each is told by itself.")
        again = reader.optional(
            "again", Self.span,
            help: "An alert that nobody has seen is told again after this, and again. Left out: it is told once.")
        times = reader.value(
            "again-times", .integer(in: 1...20), default: "4", help: "How many times more `again` tells it, at most.")
        ladder = reader.sections(
            "unless-seen", Rung.self, help: "Who is told next, in order, while nobody has seen an alert of this rule.")
        unless = reader.values(
            "unless", .choice,
            help:
                "While one of these problems is open for the same account, alerts of this rule are skipped, with a record."
        )
        reader.require(
            again != nil || !reader.isPresent("again-times"), at: "again-times",
            "'again-times' means nothing without 'again'", hint: "add 'again: 30m'")
        reader.require(
            zip(ladder, ladder.dropFirst()).allSatisfy { $0.after < $1.after }, at: "unless-seen",
            "each step of 'unless-seen' must come later than the one before it", hint: "put them in order of 'after'")
    }

    /// Whether somebody's seeing an alert changes anything.
    package var waitsToBeSeen: Bool { again != nil || !ladder.isEmpty }

    /// With the targets of those people whom the file names.
    func naming(targetsOf people: [Configuration.Person]) -> RuleTimingSettings {
        var timing = self
        for index in ladder.indices {
            var named: Set<String> = []
            timing.ladder[index].to = ladder[index].to
                .flatMap { name in people.first { $0.name == name }?.targets ?? [name] }
                .filter { named.insert($0).inserted }
        }
        return timing
    }
}
