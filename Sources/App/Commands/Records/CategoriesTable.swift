import AllowanceAPI
import JSON
import Store
import TextFormats

extension RecordTable {
    /// What money can be filed under.
    package static let categories = RecordTable(
        kind: .category, things: "categories", known: known,
        list: ListReport(
            columns: [
                .init("CATEGORY", least: 8) { row, _ throws(JSONError) in try row.cell("category") },
                .init("FOR") { row, _ throws(JSONError) in
                    try row.cell("way") == Category.Way.income.rawValue ? "money that comes" : "money that goes"
                },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [.typed("category"), .word("way"), .typed("id")],
            none: "The family server offers no category."))

    /// As rows of a server's would be, but nobody has seen one: without a revision.
    private static var known: [JSONValue] {
        Category.Way.allCases.flatMap { way in
            CategoryChoice.known.offered(for: way).map { name in
                [
                    "id": .string("\(way.rawValue)-\(name.lowercased())"), "child": nil, "category": .string(name),
                    "way": .string(way.rawValue), "currency": nil, "sync": nil, "intent": nil, "revision": nil,
                    "changedAt": nil,
                ] as JSONValue
            }
        }
    }
}

/// `pocketbell categories`.
package enum CategoriesReport {
    /// For which money.
    package enum Way: String, Sendable, CaseIterable {
        case income, spending
    }

    /// - Parameter way: only those for it; `nil` for both.
    package static func show(
        _ context: CommandContext, for way: Way? = nil, _ options: ListOptions = ListOptions()
    ) async -> CommandOutcome {
        await RecordsReport.show(.categories, context, child: nil, options) { row in
            way == nil || row["way"] == .string(way?.rawValue ?? "")
        }
    }
}
