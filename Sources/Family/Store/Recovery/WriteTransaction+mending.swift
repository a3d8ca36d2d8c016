import SQLite

extension StoredIntents {
    /// Looks at every order that is open, and makes those whole that the disk has damaged: from the ledger, where that has the same
    /// text. Others are left to a person, and nothing of them is sent. Writes nothing where there is none.
    ///
    /// - Returns: How many were damaged, besides those that were left to a person before.
    @discardableResult
    package func mend() async throws(StoreError) -> Int {
        guard try await store.read("intent.damage", { try !$0.damagedIntents().isEmpty }) else { return 0 }
        return try await store.write("intent.mend") { [ledger = store.ledger] in try $0.mendIntents(from: ledger) }
    }

    /// The order as it is once what the disk has damaged was mended, as far as it can be.
    package func whole(_ row: IntentRow) async throws(StoreError) -> IntentRow {
        guard row.isDamaged else { return row }
        try await mend()
        return try await store.read("intent") { try $0.intent(row.id) } ?? row
    }
}

extension Reading where Self: ~Copyable {
    /// Those that are open, also such that no row can be read of. One that a person was told of stays as it is.
    fileprivate borrowing func damagedIntents() throws -> [SummedIntent] {
        try MendTable.openStates.flatMap { try readable(MendTable.sums, $0, MendTable.damagedReason) }.filter { entry in
            guard entry.sum != nil, !entry.isTold else { return false }
            return try firstReadable(MendTable.row, entry.number).map(IntentSum.isWrong) ?? true
        }
    }
}

extension WriteTransaction {
    /// See `StoredIntents.mend()`.
    fileprivate borrowing func mendIntents(from ledger: Ledger) throws -> Int {
        let damaged = try damagedIntents()
        guard !damaged.isEmpty else { return 0 }
        let lines = ledger.read().all(.intent)
        for entry in damaged {
            let row = try firstReadable(MendTable.row, entry.number)
            let line = lines.first { $0.integer("number") == entry.number && Self.isWhat(entry, row, says: $0) }
            if let line, try update(Self.mended(line), in: "intent", where: "number") { continue }
            try run(MendTable.park, entry.number, MendTable.damagedReason)
        }
        return damaged.count
    }

    /// Gives orders of before there were sums theirs.
    borrowing func sumIntents() throws {
        for row in try MendTable.openStates.flatMap({ try readable(MendTable.without, $0) }) {
            guard let number = row.integer("number") else { continue }
            try run(MendTable.sum, number, IntentSum.text(of: row))
        }
    }

    /// Whether the line has what the order said before it was damaged. A line of before a change says something else; and where the
    /// sum itself was damaged, the text is still the same.
    private static func isWhat(_ entry: SummedIntent, _ row: TableRow?, says line: TableRow) -> Bool {
        guard !IntentSum.isWrong(line), let sum = line.text("sum") else { return false }
        return sum == entry.sum || row.map { IntentSum.text(of: $0) } == sum
    }

    private static func mended(_ line: TableRow) -> TableRow {
        let names = IntentSum.columns + ["number", "sum", "fingerprint"]
        return TableRow(line.cells.filter { names.contains($0.key) })
    }
}

/// An order with the sum that was written with it.
private struct SummedIntent: RowDecodable {
    let number: Int64
    let sum: String?
    /// Whether it waits for a person who was told that it is damaged.
    let isTold: Bool

    init(row: borrowing Row) throws {
        number = try row.value(0)
        sum = try row.value(1)
        isTold = try row.value(2)
    }
}

private enum MendTable {
    static let openStates = IntentRow.State.allCases.filter { !$0.isEnded }
    static let damagedReason =
        "the disk has changed what it says, and nothing tells what that was; look at it, then give it up and enter it anew"

    static let sums = Query<SummedIntent, IntentRow.State, String>(
        "intent.sums",
        "SELECT number, sum, state = 'parked' AND reason IS ?2 FROM intent WHERE state = ?1 ORDER BY number")
    static let row = Query<TableRow, Int64>("intent.rawRow", "SELECT * FROM intent WHERE number = ?1")
    static let without = Query<TableRow, IntentRow.State>(
        "intent.withoutSum", "SELECT * FROM intent WHERE state = ?1 AND sum IS NULL ORDER BY number")
    static let sum = Update<Int64, String>("intent.setSum", "UPDATE intent SET sum = ?2 WHERE number = ?1")
    static let park = Update<Int64, String>(
        "intent.parkDamaged",
        """
        UPDATE intent SET state = 'parked', reason = ?2, contested = 0, txn = NULL, uncovered = 0, fact = NULL, settled_at = NULL
        WHERE number = ?1 AND reason IS NOT ?2
        """)
}
