import Control
import JSON

/// `pocketbell children`.
package enum ChildrenReport {
    /// A row for each child that was ever seen, also those that are gone.
    package static func show(_ context: CommandContext) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.get, ["children"]), text: text)
    }

    static func text(_ children: JSONNode) throws(JSONError) -> String {
        var table = TextTable([
            .init(title: "CHILD"), .init(title: "BALANCE", alignment: .trailing), .init(title: "AS OF"),
            .init(title: "ID"),
        ])
        let all = try children.elements()
        for child in all {
            let name = "\(try child.cell("firstName")) \(try child.cell("lastName"))"
            table.append([
                name + (try child.cell("gone") == "yes" ? " (gone)" : ""), try child.cell("balance"),
                try child.cell("seenAt"), try child.cell("id"),
            ])
        }
        return all.isEmpty
            ? "No child is known yet; `pocketbell run` learns of them.\n" : table.text(style: Report.style)
    }
}
