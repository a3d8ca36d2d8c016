import SQLite
import Values

/// One line of the ledger: a number that only grows, what happened, and a sum that shows every flipped bit.
struct LedgerLine: Sendable, Hashable {
    /// What a line tells.
    enum Word: Sendable, Hashable {
        /// The store whose commits follow.
        case store(id: String)
        /// A row as it is now, with all of its columns.
        case row(Table, TableRow)
        /// An alert has come to its end at a target: told, or given up by a person.
        case told(Told, at: Timestamp)
        /// A person wants it told after all.
        case untold(Told)
    }

    /// The tables whose rows a new store needs.
    enum Table: String, Sendable, Hashable {
        case server, account, child, intent
    }

    /// An alert and a target.
    struct Told: Sendable, Hashable {
        let alert: String
        let target: String
    }

    let number: Int64
    let word: Word
}

extension LedgerLine {
    /// Without the line break.
    var text: String {
        let fields = [String(number)] + words.map(Self.escaped)
        let body = fields.joined(separator: "\t")
        return "\(LineSum.text(of: body.utf8))\t\(body)"
    }

    private var words: [String] {
        switch word {
        case .store(let id): ["store", id]
        case .told(let told, let moment): ["told", told.alert, told.target, String(moment.microseconds)]
        case .untold(let told): ["untold", told.alert, told.target]
        case .row(let table, let row):
            [table.rawValue] + row.cells.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.text(of: $0.value))" }
        }
    }

    /// `nil` for a line that was damaged, was not written to its end, or is of a later version's.
    init?(_ text: Substring) {
        guard let tab = text.firstIndex(of: "\t") else { return nil }
        let body = text[text.index(after: tab)...]
        guard text[..<tab] == LineSum.text(of: body.utf8) else { return nil }
        let fields = body.split(separator: "\t", omittingEmptySubsequences: false).map(Self.unescaped)
        guard let number = fields.first.flatMap({ Int64($0) }), fields.count > 2 else { return nil }
        self.number = number
        switch (fields[1], fields.count) {
        case ("store", 3): word = .store(id: fields[2])
        case ("told", 5):
            guard let moment = Int64(fields[4]) else { return nil }
            word = .told(Told(alert: fields[2], target: fields[3]), at: Timestamp(microseconds: moment))
        case ("untold", 4): word = .untold(Told(alert: fields[2], target: fields[3]))
        default:
            guard let table = Table(rawValue: fields[1]), let row = Self.row(fields[2...]) else { return nil }
            word = .row(table, row)
        }
    }

    // MARK: Cells

    private static func text(of cell: Cell) -> String {
        switch cell {
        case .null: "n"
        case .integer(let number): "i\(number)"
        case .text(let text): "t\(text)"
        case .bytes(let bytes): "b" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    private static func row(_ fields: ArraySlice<String>) -> TableRow? {
        var cells: [String: Cell] = [:]
        for field in fields {
            let scalars = field.unicodeScalars
            guard let sign = scalars.firstIndex(of: "="),
                let cell = cell(Substring(scalars[scalars.index(after: sign)...]))
            else { return nil }
            cells[String(scalars[..<sign])] = cell
        }
        return TableRow(cells)
    }

    private static func cell(_ text: Substring) -> Cell? {
        // By scalars: a text that begins with a mark would make one character with the letter before it.
        let rest = Substring(text.unicodeScalars.dropFirst())
        switch text.unicodeScalars.first {
        case "n": return .null
        case "i": return Int64(rest).map { .integer($0) }
        case "t": return .text(String(rest))
        case "b":
            let digits = Array(rest)
            guard digits.count.isMultiple(of: 2) else { return nil }
            let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
            return bytes.contains(nil) ? nil : .bytes(bytes.compactMap { $0 })
        default: return nil
        }
    }

    // MARK: Bytes

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 9 || $0 == 10 || $0 == UInt8(ascii: "\\") }) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t": escaped += "\\t"
            case "\n": escaped += "\\n"
            case "\\": escaped += "\\\\"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func unescaped(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
        var (plain, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in text.unicodeScalars {
            if isEscaped {
                plain.append(scalar == "t" ? "\t" : scalar == "n" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                plain.append(scalar)
            }
        }
        return String(plain)
    }
}

/// The sum that stands beside a line of text, so that damage is seen. No defence against somebody who wants to change one.
package enum LineSum {
    /// FNV-1a: each byte changes it, whatever comes after. In 16 hexadecimal digits.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        let sum = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
