import Daemon
import Terminal

/// Rows under headings, in columns as wide as their widest cell or as the terminal allows.
struct TextTable {
    enum Alignment {
        case leading
        case trailing
    }

    struct Column {
        let title: String
        var alignment = Alignment.leading
        /// Cells may be cut to so many display columns, with `…`; `nil` if they never are.
        var least: Int?
        var rank = TableLayout.Rank.essential
    }

    /// A text, and how it is coloured.
    struct Cell {
        let text: String
        let role: TerminalStyle.Role?

        init(_ text: String, _ role: TerminalStyle.Role? = nil) {
            let shown = text.harmless.unpiled
            // No line ends in blanks.
            self.text = String(shown.prefix(shown.count - shown.reversed().prefix { $0 == " " }.count))
            self.role = role
        }
    }

    private let columns: [Column]
    private var rows: [(cells: [Cell], remark: String)] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Cells are shown without what could command a terminal.
    ///
    /// - Parameter remark: stands whole below the row; nothing if it is empty.
    mutating func append(_ cells: [Cell], remark: String = "") {
        precondition(cells.count == columns.count, "a row has a cell for each column")
        rows.append((cells, remark.harmless))
    }

    /// - Parameter room: display columns of the terminal; `nil` for no limit.
    func text(style: TerminalStyle, room: Int? = nil) -> String {
        let layout = TableLayout(columns.indices.map(measured), room: room)
        let head = line(columns.map { Cell($0.title) }, layout, .plain)
        let lines = rows.flatMap { row in
            let remark = row.remark.isEmpty ? [] : row.remark.wrapped(toColumns: room.map { $0 - 4 } ?? .max)
            return [line(row.cells, layout, style)] + remark.map { "    " + $0 }
        }
        let left = leftOut(of: layout, room).map { style($0, .faint) }
        return ([style(head, .faint)] + lines + left).map { $0 + "\n" }.joined()
    }

    /// Which columns there was no room for, and how to see them; nothing of one that has nothing in it.
    private func leftOut(of layout: TableLayout, _ room: Int?) -> [String] {
        guard let room else { return [] }
        let shown = Set(layout.places.map(\.column))
        let left = columns.indices.filter { index in
            !shown.contains(index) && !columns[index].title.isEmpty && rows.contains { !$0.cells[index].text.isEmpty }
        }
        guard !left.isEmpty else { return [] }
        let names = left.map { columns[$0].title + (columns[$0].rank == .detail ? " (--ids)" : "") }
        let remark =
            "not shown in \(room) columns: \(names.joined(separator: ", ")); a wider window shows more, --json all"
        return remark.wrapped(toColumns: max(20, room))
    }

    private func measured(_ index: Int) -> TableLayout.Column {
        let column = columns[index]
        let width = ([column.title] + rows.map { $0.cells[index].text }).map(\.displayWidth).max() ?? 0
        let least = column.least.map { max($0, column.title.displayWidth) }
        return TableLayout.Column(width: width, least: min(least ?? width, width), rank: column.rank)
    }

    private func line(_ cells: [Cell], _ layout: TableLayout, _ style: TerminalStyle) -> String {
        var line = ""
        var blanks = 0
        for place in layout.places {
            let cell = cells[place.column]
            let text = cell.text.truncated(toColumns: place.width)
            let space = place.width - text.displayWidth
            let isLeading = columns[place.column].alignment == .leading
            if !isLeading { blanks += space }
            // Only before more text: no line ends in blanks.
            if text.contains(where: { $0 != " " }) {
                line += String(repeating: " ", count: blanks) + (cell.role.map { style(text, $0) } ?? text)
                blanks = 0
            } else {
                blanks += text.displayWidth
            }
            blanks += (isLeading ? space : 0) + TableLayout.gap
        }
        return line
    }
}
