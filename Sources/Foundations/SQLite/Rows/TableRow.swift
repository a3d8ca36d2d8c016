import CSQLite

/// A value as SQLite stores it, whatever the program makes of it.
package enum Cell: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}

extension Cell: DatabaseValue {
    /// As the storage class that it is.
    package func bind(to binder: inout Binder) {
        switch self {
        case .null: binder.null()
        case .integer(let number): binder.integer(number)
        case .text(let text): binder.text(text)
        case .bytes(let bytes): binder.blob(bytes)
        }
    }

    /// Throws for a REAL, which this program never stores, and for text that is not UTF-8.
    package init(column: borrowing Column) throws {
        if column.isNull {
            self = .null
        } else if let number = try? column.integer() {
            self = .integer(number)
        } else if let bytes = try? column.bytes() {
            self = .bytes(bytes)
        } else {
            self = .text(try column.text())
        }
    }
}

/// A row with all of its columns, by their names: for what moves rows without knowing what they mean, also those of a newer or an
/// older schema.
package struct TableRow: Sendable, Hashable {
    /// By the columns' names.
    package var cells: [String: Cell]

    /// Nothing is checked before the row is inserted.
    package init(_ cells: [String: Cell]) { self.cells = cells }

    /// `nil` for a column that the row does not have.
    package subscript(name: String) -> Cell? {
        get { cells[name] }
        set { cells[name] = newValue }
    }

    /// The column's text; `nil` if it holds none.
    package func text(_ name: String) -> String? { if case .text(let text)? = cells[name] { text } else { nil } }

    /// The column's number; `nil` if it holds none.
    package func integer(_ name: String) -> Int64? {
        if case .integer(let number)? = cells[name] { number } else { nil }
    }
}

extension TableRow: RowDecodable {
    /// Every column of the result; of two with one name the last.
    package init(row: borrowing Row) throws {
        var cells: [String: Cell] = [:]
        for index in 0..<row.statement.columnCount { cells[row.statement.columnName(index)] = try row.value(index) }
        self.init(cells)
    }
}
