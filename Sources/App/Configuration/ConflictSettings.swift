package import Settings
import TextFormats

/// What decides a conflict about one kind of records, or about one field of it.
package struct ConflictSettings: SettingsSection {
    /// What counts where a person here and somebody else have changed the same.
    package enum Rule: String, CaseIterable, Sendable {
        /// What the server has.
        case server
        /// What was ordered here.
        case client
        /// The side that has changed it; where both have, a person decides.
        case merge
        /// A person decides, always.
        case manual
    }

    /// A kind (`goal`), or a kind and a field of it (`goal.name`).
    package let of: String
    package let rule: Rule

    /// Declares the keys.
    package init(reading reader: inout SettingsReader) {
        of = reader.value(
            "of", .contestable, help: "A kind of record (goal, wish, settings or completion), or a field of one.")
        rule = reader.value(
            "rule", .choice,
            help:
                "server: what the server has stays; client: what was ordered here is sent; merge: the side that has changed it "
                + "counts, and where both have, a person decides; manual: a person decides, always.")
    }

    /// The list of them.
    static func all(reading reader: inout SettingsReader) -> [ConflictSettings] {
        let all = reader.sections(
            "conflicts", ConflictSettings.self,
            help: "What counts where somebody else has changed what was changed here. Left out: merge, by field.")
        let repeated = all.map(\.of).first { name in all.count { $0.of == name } > 1 }
        reader.require(
            repeated == nil, at: "conflicts", "'\(repeated ?? "")' is there twice", hint: "remove one of the two")
        return all
    }

    /// What two people can change, by kind: a test compares it with what the engine declares.
    package static let fields: [(kind: String, fields: [String])] = [
        (
            "goal",
            ["name", "target", "description", "category", "due", "link", "priority", "removal"]
        ),
        ("wish", ["name", "price", "link", "notes", "purchased", "removal"]),
        ("completion", ["state", "rejection"]),
        (
            "settings",
            [
                "weeklyAllowance", "allowanceDay", "savesAutomatically", "transfer", "transferPercentage",
                "transferAmount", "seesSavings", "mayOwe",
            ]
        ),
    ]

    /// What only the server can know: money that has moved, and when it pays.
    static let fixed: Set = [
        "transaction", "child", "balance", "savings", "savings-movement", "budget", "allowance-change", "member",
        "notification", "chore", "goal.saved", "goal.state", "settings.lastAllowanceAt", "settings.nextAllowanceAt",
        "child.balance", "category",
    ]
}

extension TextFormat where Value == String {
    /// A kind of record that people can change here, or a field of one.
    static var contestable: TextFormat {
        let shape = TextShape(name: "kind of record, or a field of one", example: "goal.name")
        return TextFormat(shape: shape, placeholder: "goal") { text throws(TextFormatError) in
            let names = ConflictSettings.fields.flatMap { kind, fields in [kind] + fields.map { "\(kind).\($0)" } }
            guard !names.contains(text) else { return text }
            let kind = String(text.prefix { $0 != "." })
            guard !ConflictSettings.fixed.contains(text), !ConflictSettings.fixed.contains(kind) else {
                throw TextFormatError(
                    "cannot be '\(text)': only the server can know that, and what it says always counts",
                    hint: "take this rule out")
            }
            let known = ConflictSettings.fields.first { $0.kind == kind }
            let list = known.map { "fields of \(kind): \($0.fields.joined(separator: ", "))" }
            throw TextFormatError(
                "cannot be '\(text)', which is nothing that is changed here",
                hint: nearest(to: text, in: names).map { "did you mean '\($0)'?" }
                    ?? list ?? "one of: \(ConflictSettings.fields.map(\.kind).joined(separator: ", "))")
        }
    }
}
