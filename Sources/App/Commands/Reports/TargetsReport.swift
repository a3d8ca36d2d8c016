import Control
import JSON
import TextFormats

/// `pocketbell target list`.
package enum TargetsReport {
    /// A row for each target that is configured, or once was while deliveries wait for it or were given up, as `status` has it.
    package static func show(_ context: CommandContext, _ options: ListOptions = ListOptions()) async -> CommandOutcome
    {
        await Report.show(list, context, options, ControlRequest(.get, ["status"])) { $0["targets"] ?? [] }
    }

    static let list = ListReport(
        columns: [
            .init("TARGET", least: 12) { row, _ throws(JSONError) in try row.cell("name") },
            .init("KIND", rank: .extra) { row, _ throws(JSONError) in try row.cell("kind") }, .state(),
            .count("WAITING", waiting), .count("IN DOUBT", rank: .extra, ["inDoubt"]),
            .init("DEAD", .trailing) { row, _ throws(JSONError) in try row.cell("dead") },
            .init("PROVES", rank: .extra) { row, _ throws(JSONError) in try row.word("proves") },
            .init("LAST TAKEN", rank: .extra) { row, readable throws(JSONError) in
                try readable.age(row, "lastDelivered")
            },
            .init("PROVEN", rank: .extra) { row, readable throws(JSONError) in try readable.age(row, "provenAt") },
        ],
        fields: [
            .typed("name") { row throws(JSONError) in try row.cell("name") }, .own("kind"), .word("state"),
            .init(name: "waiting") { row, _ throws(JSONError) in .own("\(try row.sum(of: waiting))") }, .own("inDoubt"),
            .own("dead"), .own("delivered"), .moment("lastDelivered"), .moment("provenAt"), .word("proves"),
        ],
        none: "No target is configured: add one to `targets:` in the configuration, and a rule that names it.",
        remark: { row, _ throws(JSONError) in try row.cell("reason") })

    /// The states of what the target is still to be told, wherever a list counts what waits. What is in doubt may have
    /// arrived, and is counted by itself.
    static let waiting = ["queued", "attempting"]
}
