import Daemon
import Terminal

/// Rows under headings, in columns as wide as their widest cell.
struct TextTable {
    enum Alignment {
        case leading
        case trailing
    }

    struct Column {
        let title: String
        var alignment = Alignment.leading
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Cells are shown without what could command a terminal.
    mutating func append(_ cells: [String]) {
        precondition(cells.count == columns.count, "a row has a cell for each column")
        rows.append(cells.map(\.harmless))
    }

    func text(style: TerminalStyle) -> String {
        let widths = columns.indices.map { index in
            ([columns[index].title] + rows.map { $0[index] }).map(\.displayWidth).max() ?? 0
        }
        let head = line(columns.map(\.title), widths)
        return ([style(head, .faint)] + rows.map { line($0, widths) }).map { $0 + "\n" }.joined()
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = cells.indices.map { index in
            let space = String(repeating: " ", count: max(0, widths[index] - cells[index].displayWidth))
            return columns[index].alignment == .leading ? cells[index] + space : space + cells[index]
        }
        var line = padded.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
