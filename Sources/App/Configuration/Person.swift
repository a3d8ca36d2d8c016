package import Relay
package import Settings
import TextFormats

extension Configuration {
    /// Somebody who is told through targets of their own.
    package struct Person: SettingsSection {
        /// Unique among people, and no target's; rules name it as they name targets.
        package let name: String
        /// Names of targets, at least one.
        package let targets: [String]
        /// First name, full name or id of the child who it is; `nil` of a parent.
        package let child: String?
        /// When only what is urgent is told at once; empty: never.
        package let quiet: [QuietHours]

        /// Where it stands in the file.
        package let places: SettingsPlaces

        /// What a person is in the family.
        private enum Role: String, CaseIterable, Sendable { case parent, child }

        /// Declares the keys.
        package init(reading reader: inout SettingsReader) {
            name = reader.name(of: "person", notAlso: "target", help: "How rules call this person.")
            targets = reader.references(
                "targets", to: "target", help: "The names of the targets that are this person's.")
            let role: Role = reader.value(
                "role", .choice, default: Role.parent.rawValue,
                help:
                    "A `child` is told of the own money alone, whatever rules say: nothing of other children, nothing that is for "
                    + "parents, and no problem of the program.")
            let child = reader.optional(
                "child", .text(upTo: 80).showing("Alice"),
                help: "For `role: child`: which child it is, by first name, full name or id.")
            self.child = role == .child ? child ?? "" : nil
            quiet = reader.values(
                "quiet", .quietHours,
                help:
                    "Hours in which only what is urgent is told at once, by the clock of `time-zone`. The rest comes when they are "
                    + "over, in one message. Left out: none.")
            places = reader.places
            reader.require(
                role != .child || reader.isPresent("child"), at: "role", "'role: child' does not say which child it is",
                hint: "add 'child: Alice' to this person")
            reader.require(
                role == .child, at: "child", "'child' means nothing without 'role: child'", hint: "add 'role: child'")
            reader.require(
                !quiet.fillTheWeek, at: "quiet", "'quiet' leaves no time of the week to be told in",
                hint: "leave a gap, or take the targets out of the rules")
        }
    }
}

extension Configuration {
    /// Names of targets that a child reads, perhaps with others.
    package var targetsOfChildren: Set<String> { Set(people.filter { $0.child != nil }.flatMap(\.targets)) }
}

extension TextFormat where Value == QuietHours {
    /// Hours, of all days or of those on which they begin: `22:00-07:00`, `fri,sat 23:00-09:00`, `mon-fri 20:30-06:30`.
    static var quietHours: TextFormat {
        let shape = TextShape(name: "time of day, perhaps after days", example: "22:00-07:00").with {
            $0.pattern = "^([A-Za-z]{3}([-,][A-Za-z]{3})* )?[0-9]{1,2}:[0-9]{2}-[0-9]{1,2}:[0-9]{2}$"
        }
        return TextFormat(shape: shape, placeholder: QuietHours(days: [1], start: 0, end: 1)) {
            text throws(TextFormatError) in
            let words = text.split(separator: " ")
            let hours = words.last?.split(separator: "-", omittingEmptySubsequences: false).map(WeekWords.minute) ?? []
            guard 1...2 ~= words.count, hours.count == 2, let start = hours[0], let end = hours[1], start < 1_440 else {
                throw TextFormatError(
                    "must be hours such as 22:00-07:00, perhaps after days",
                    hint: "fri,sat 23:00-09:00, mon-fri 20:30-06:30")
            }
            guard start != end else {
                throw TextFormatError("must end at another time than it begins", hint: "the whole day is 00:00-24:00")
            }
            let days = words.count == 1 ? Set(1...7) : try WeekWords.days(words[0])
            return QuietHours(days: days, start: start, end: end == 0 ? 1_440 : end)
        }
    }
}
