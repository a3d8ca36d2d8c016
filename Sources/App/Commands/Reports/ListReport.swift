import Control
import JSON
import Store
import Terminal
import TextFormats

/// A list that a command shows: its columns for people, and its fields for spreadsheets.
struct ListReport: Sendable {
    typealias Cells<Cell> = @Sendable (JSONNode, Readable) throws(JSONError) -> Cell

    /// One column of the table.
    struct Column: Sendable {
        let shape: TextTable.Column
        let cell: Cells<TextTable.Cell>
        /// The member whose amounts are drawn as bars, the largest of the list as the longest.
        var bar: String?
    }

    /// One field of the comma-separated values. Its name stays, as names in JSON do.
    struct Field: Sendable {
        let name: String
        let cell: Cells<CSVText.Cell>
    }

    let columns: [Column]
    let fields: [Field]
    /// What people are told where there is no row at all, with the next step if there is one.
    var none: String
    /// What they are told where no row is as they asked for.
    var noMatch = ""
    /// What is said first where nothing was read yet: why, the program's state says; `nil` for a list that may well be empty.
    var unread: String?
    /// What stands below a row: sentences, which a column would cut.
    var remark: Cells<String> = { _, _ in "" }

    func text(
        _ list: JSONNode, _ readable: Readable, _ options: ListOptions = ListOptions(), isFiltered: Bool = false,
        room: Int? = nil, style: TerminalStyle = .plain
    ) throws(JSONError) -> String {
        let rows = try list.elements()
        guard !rows.isEmpty else { return (isFiltered ? noMatch : none) + "\n" }
        var table = TextTable(
            columns.map { column in
                var shape = column.shape
                if options.showsIDs, shape.rank == .detail { shape.rank = .essential }
                return shape
            })
        let bars = try columns.map { column throws(JSONError) in
            try column.bar.map { name throws(JSONError) in try BarScale(rows, name) }
        }
        for row in rows {
            var cells = try columns.map { column throws(JSONError) in try column.cell(row, readable) }
            for (index, bar) in bars.enumerated() {
                if let bar { cells[index] = TextTable.Cell(try bar.text(row), try bar.role(row)) }
            }
            table.append(cells, remark: try remark(row, readable))
        }
        return table.text(style: style, room: room)
    }

    /// The list with a better reason why it has no row, if there is one.
    func saying(_ none: String?) -> ListReport {
        guard let none else { return self }
        var list = self
        (list.none, list.noMatch) = (none, none)
        return list
    }

    /// The list with a column more before its last, and a field more.
    func adding(_ column: Column, _ field: Field) -> ListReport {
        ListReport(
            columns: columns.dropLast() + [column] + columns.suffix(1), fields: fields + [field], none: none,
            noMatch: noMatch, unread: unread, remark: remark)
    }

    /// The head alone where there is no row: whoever reads it is a program.
    func csv(_ list: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        var csv = CSVText(head: fields.map(\.name))
        for row in try list.elements() {
            csv.append(try fields.map { field throws(JSONError) in try field.cell(row, readable) })
        }
        return csv.text
    }
}

extension ListReport.Column {
    init(
        _ title: String, _ alignment: TextTable.Alignment = .leading, least: Int? = nil,
        rank: TableLayout.Rank = .essential, _ text: @escaping ListReport.Cells<String>
    ) {
        shape = TextTable.Column(title: title, alignment: alignment, least: least, rank: rank)
        cell = { row, readable throws(JSONError) in TextTable.Cell(try text(row, readable)) }
    }

    /// Amounts as bars, next to what they are.
    static func bar(_ member: String) -> Self {
        Self(shape: TextTable.Column(title: "", rank: .extra), cell: { _, _ in TextTable.Cell("") }, bar: member)
    }

    /// How many there are in these states.
    static func count(_ title: String, rank: TableLayout.Rank = .essential, _ states: [String]) -> Self {
        Self(title, .trailing, rank: rank) { row, _ throws(JSONError) in "\(try row.sum(of: states))" }
    }

    /// A state in its colour: green for what is well, yellow for what waits or may mend itself, red for what does not.
    /// What waits says until when.
    static func state() -> Self {
        Self(shape: TextTable.Column(title: "STATE")) { row, readable throws(JSONError) in
            let word = try row.word("state")
            let next = try readable.due(row, "nextTryAt")
            // Who polls reads facts all the time: it is the hub alone that is asked again.
            let again = word == LiveStatus.Account.State.polling.rawValue ? "hub again" : "again"
            return TextTable.Cell(next.isEmpty ? word : "\(word), \(again) \(next)", roles[word])
        }
    }

    /// A delivery's state; of one that its target took, how much that proves.
    static func proof() -> Self {
        Self(shape: TextTable.Column(title: "STATE")) { row, _ throws(JSONError) in
            TextTable.Cell(try DeliveriesReport.proven(row), roles[try row.word("state")])
        }
    }

    /// Whether a row is what the server has; empty where it is.
    static var sync: Self {
        Self(shape: TextTable.Column(title: "PENDING")) { row, _ throws(JSONError) in
            switch try row.cell("sync") {
            case "pendingCreate": TextTable.Cell("new", .warning)
            case "pendingUpdate": TextTable.Cell("changed", .warning)
            case "pendingDelete": TextTable.Cell("removed", .warning)
            case "failed": TextTable.Cell("failed", .error)
            case "conflict": TextTable.Cell("conflict", .error)
            default: TextTable.Cell("")
            }
        }
    }

    /// Of every state that a row can have; where two types share a word, it looks alike.
    private static let roles = Dictionary(
        DeliveryRow.State.allCases.map { ($0.rawValue, $0.role) }
            + IntentRow.State.allCases.map { ($0.rawValue, $0.role) }
            + LiveStatus.Account.State.allCases.map { ($0.rawValue, $0.role) }
            + ListedTargetState.allCases.map { ($0.rawValue, $0.role) },
        uniquingKeysWith: { first, _ in first })
}

extension DeliveryRow.State {
    var role: TerminalStyle.Role {
        switch self {
        case .delivered: .success
        case .attempting: .note
        case .queued, .inDoubt: .warning
        case .skipped, .discarded: .faint
        case .dead: .error
        }
    }
}

extension IntentRow.State {
    var role: TerminalStyle.Role {
        switch self {
        case .confirmed: .success
        case .sending, .acked: .note
        case .accepted, .unknown: .warning
        case .superseded, .discarded: .faint
        case .parked: .error
        }
    }
}

extension LiveStatus.Account.State {
    var role: TerminalStyle.Role {
        switch self {
        case .live: .success
        case .connecting, .waiting, .polling: .warning
        case .stopped: .faint
        case .signInNeeded: .error
        }
    }
}

extension ListedTargetState {
    var role: TerminalStyle.Role {
        switch self {
        case .working: .success
        case .failing: .warning
        case .stopped: .faint
        case .suspended, .notConfigured: .error
        }
    }
}

extension ListReport.Field {
    /// What people typed.
    static func typed(_ name: String, _ text: @escaping @Sendable (JSONNode) throws(JSONError) -> String) -> Self {
        Self(name: name) { row, _ throws(JSONError) in .typed(try text(row)) }
    }

    /// What people typed, as JSON has it.
    static func typed(_ name: String) -> Self {
        typed(name) { row throws(JSONError) in try row.cell(name) }
    }

    /// The child's full name.
    static var child: Self {
        typed("child") { row throws(JSONError) in try row.optional("child")?.cell("name") ?? "" }
    }

    /// What this program wrote, as JSON has it.
    static func own(_ name: String) -> Self {
        Self(name: name) { row, _ throws(JSONError) in .own(try row.cell(name)) }
    }

    /// A word of a closed set, as the command line spells it.
    static func word(_ name: String) -> Self {
        Self(name: name) { row, _ throws(JSONError) in .own(try row.word(name)) }
    }

    /// A moment in the zone of who reads.
    static func moment(_ name: String) -> Self {
        Self(name: name) { row, readable throws(JSONError) in .own(try readable.plainMoment(row, name)) }
    }
}
