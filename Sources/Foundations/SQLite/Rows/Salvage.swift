/// What of a table came over from a damaged file.
package struct SalvagedTable: Sendable, Equatable {
    /// The table's name.
    package let name: String
    /// Rows that are in the new table.
    package var taken = 0
    /// Rows that could be read, and that the new table refuses: they are there already, make no sense, or refer to what was lost.
    package var refused = 0
    /// Whether the file could be read to the table's end; else nobody knows how many rows there were.
    package var isWhole = true
}

extension WriteTransaction {
    /// Takes over what can be read of a damaged file, table by table, those first that others refer to. Behind a page that cannot be
    /// read it goes on.
    ///
    /// Columns go by their names, so the schemas may differ. Triggers and foreign keys are at work as always.
    ///
    /// - Parameter excluded: tables that are made of others.
    package borrowing func salvage(_ file: DatabaseFile, except excluded: Set<String>) throws -> [SalvagedTable] {
        let names = try all(Catalogue.tables).filter { !excluded.contains($0) }
        let shapes = try inOrderOfReference(names).map { try TableShape($0, on: connection) }
        do {
            return try file.open { source in
                var salvaged: [SalvagedTable] = []
                for shape in shapes { salvaged.append(try salvage(shape, from: source)) }
                return salvaged
            }
        } catch let error as DatabaseError where error.isDamage {
            // Not even its head can be read.
            return shapes.map { SalvagedTable(name: $0.name, isWhole: false) }
        }
    }

    /// Tables behind those that they refer to; in a circle any order is as good.
    private borrowing func inOrderOfReference(_ names: [String]) throws -> [String] {
        var (rest, ordered) = (names, [String]())
        var references: [String: Set<String>] = [:]
        connection.isPrivileged = true
        defer { connection.isPrivileged = false }
        for name in names {
            let parents = try connection.texts(
                "SELECT \"table\" FROM pragma_foreign_key_list(\(Catalogue.literal(name)))", name: "schema")
            references[name] = Set(parents).subtracting([name])
        }
        while !rest.isEmpty {
            let ready = rest.filter { references[$0]?.isDisjoint(with: rest) ?? true }
            ordered += ready.isEmpty ? [rest[0]] : ready
            rest.removeAll { ordered.contains($0) }
        }
        return ordered
    }

    private borrowing func salvage(_ target: TableShape, from source: DatabaseConnection) throws -> SalvagedTable {
        var result = SalvagedTable(name: target.name)
        var reader: SalvageReader?
        do {
            reader = try SalvageReader(target, in: source)
        } catch let error as DatabaseError where error.isDamage {
            result.isWhole = false
        }
        while let row = reader?.next() {
            switch row {
            case .row(let row): if try insert(row, into: target) { result.taken += 1 } else { result.refused += 1 }
            case .unreadable: result.refused += 1
            }
        }
        if reader?.hasMetDamage == true { result.isWhole = false }
        return result
    }
}

extension DatabaseFile {
    /// The rows of some tables as they are, whatever columns they have, as far as they can be read.
    ///
    /// - Parameter names: in the order of the answer; a table that is not there has no rows.
    package func readableRows(of names: [String]) throws -> [(rows: [TableRow], isWhole: Bool)] {
        do {
            return try open { source in try names.map { try Self.rows(of: $0, in: source) } }
        } catch let error as DatabaseError where error.isDamage {
            // Not even its head can be read.
            return names.map { _ in ([], false) }
        }
    }

    private static func rows(of name: String, in source: DatabaseConnection) throws -> ([TableRow], Bool) {
        do {
            let reader = try SalvageReader(try TableShape(name, on: source), in: source)
            var (rows, isWhole) = ([TableRow](), true)
            while let element = reader.next() {
                if case .row(let row) = element { rows.append(row) } else { isWhole = false }
            }
            return (rows, isWhole && !reader.hasMetDamage)
        } catch let error as DatabaseError where error.isDamage {
            return ([], false)
        }
    }
}

/// Reads a table's rows in the order of its key, past whatever is damaged.
private final class SalvageReader {
    enum Element {
        case row(TableRow)
        case unreadable
    }

    private let source: DatabaseConnection
    private let columns: [String]
    private let sql: (from: String, backwards: String)
    private let hasRowID: Bool
    private var statement: Statement?
    private(set) var hasMetDamage = false
    private var last = Int64.min
    /// How far behind the last row that could be read the next one is looked for.
    private var step: Int64 = 1
    private var isBackwards = false

    /// Beyond it there are no more rows, or none that this way finds.
    private static let farthest: Int64 = 1 << 40

    init(_ target: TableShape, in source: DatabaseConnection) throws {
        self.source = source
        let shape = try TableShape(target.name, on: source)
        columns = target.columns.filter(shape.columns.contains)
        hasRowID = shape.order == ["rowid"]
        let list = columns.map(Catalogue.quoted).joined(separator: ", ")
        let table = Catalogue.quoted(target.name)
        if hasRowID {
            sql = ("SELECT \(list), rowid FROM \(table) WHERE rowid > ?1 ORDER BY rowid", "")
        } else {
            func order(_ direction: String) -> String {
                shape.order.map { Catalogue.quoted($0) + direction }.joined(separator: ", ")
            }
            sql = (
                "SELECT \(list) FROM \(table) ORDER BY \(order(""))",
                "SELECT \(list) FROM \(table) ORDER BY \(order(" DESC"))"
            )
        }
        guard !columns.isEmpty else { return }
        try begin()
    }

    deinit { statement?.finish() }

    private func begin() throws {
        statement?.finish()
        statement = nil
        let fresh = try source.dynamic(isBackwards ? sql.backwards : sql.from)
        statement = fresh
        guard hasRowID else { return }
        var binder = Binder(fresh)
        binder.append(last)
        try binder.finish(fresh)
    }

    func next() -> Element? {
        while let statement {
            do {
                guard try statement.step() else {
                    statement.finish()
                    self.statement = nil
                    return nil
                }
                let row = Row(statement)
                if hasRowID, let number = try? row.value(Int32(columns.count), as: Int64.self) {
                    (last, step) = (number, 1)
                }
                return read(row)
            } catch {
                hasMetDamage = true
                goOn()
            }
        }
        return nil
    }

    private func read(_ row: borrowing Row) -> Element {
        var cells: [String: Cell] = [:]
        for (index, name) in columns.enumerated() {
            guard let cell = try? row.value(Int32(index), as: Cell.self) else { return .unreadable }
            cells[name] = cell
        }
        return .row(TableRow(cells))
    }

    /// Behind the damage, or from the other end: what is met twice is refused as a row that is there already.
    private func goOn() {
        if hasRowID {
            last = max(last, 0) &+ step
            step *= 2
            if step > Self.farthest { return end() }
        } else {
            if isBackwards { return end() }
            isBackwards = true
        }
        do { try begin() } catch { end() }
    }

    private func end() {
        statement?.finish()
        statement = nil
    }
}

extension DatabaseError {
    /// Whether it says that the file is damaged, and not that something else fails.
    fileprivate var isDamage: Bool { kind == .corrupt || kind == .notADatabase || kind == .malformedQuery }
}
