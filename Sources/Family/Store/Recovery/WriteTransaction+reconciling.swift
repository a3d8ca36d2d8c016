import SQLite
import Values

extension WriteTransaction {
    /// Makes a store that is behind its ledger, or that was made anew, go on where the lost one ended: what was told is not told
    /// again, what people entered is there, and the next scan reads everything and tells what nobody has told.
    ///
    /// - Parameters:
    ///   - contents: what the ledger knows.
    ///   - report: gets what it came to.
    ///   - files: where the pictures are that orders have yet to send.
    borrowing func reconcile(
        with contents: LedgerContents, _ report: inout RecoveryReport, _ files: MediaFiles, at now: Timestamp
    ) throws {
        let servers = try takeServers(contents)
        try takeAccounts(contents, servers)
        try takeChildren(contents, servers)
        for (told, moment) in contents.told { try run(ReconcileTable.tell, told.alert, told.target, moment) }
        report.told = contents.told.count
        report.damagedLines = contents.damaged
        try run(ReconcileTable.endTold, now)
        try run(ReconcileTable.endAttempts, now)
        for row in contents.all(.intent) { try take(row, contents, servers, &report, at: now) }
        try takePhotos(from: files, at: now)
        try run(ConflictRow.closeEnded, now)
        try run(ReconcileTable.forgetBaselines)
        try run(ReconcileTable.forgetMemories)
        for account in try accounts() { try setHorizon(of: account, contents) }
        try run(ReconcileTable.setGone)
        try raiseFeed(at: now)
        try run(LedgerTable.raise, max(contents.head, try ledgerHead()) + 1)
        try run(RecoveryReport.insert, report)
    }

    /// - Returns: The numbers that servers have here, by those that they had in the ledger.
    private borrowing func takeServers(_ contents: LedgerContents) throws -> [Int64: Int64] {
        var numbers: [Int64: Int64] = [:]
        for row in contents.all(.server) {
            guard let origin = row.text("origin"), let number = row.integer("id") else { continue }
            // With its old number, if that is free.
            if try firstReadable(LedgerTable.server, origin) == nil, try !insert(row, into: "server") {
                _ = try ensureServer(origin: origin)
            }
            numbers[number] = try firstReadable(LedgerTable.server, origin)?.integer("id")
        }
        return numbers
    }

    private borrowing func takeAccounts(_ contents: LedgerContents, _ servers: [Int64: Int64]) throws {
        for var row in contents.all(.account) {
            guard let name = row.text("name"), try firstReadable(LedgerTable.account, name) == nil,
                let server = row.integer("server").flatMap({ servers[$0] })
            else { continue }
            row["server"] = .integer(server)
            row["last_scan_finished_at"] = .null
            row["last_scan_outcome"] = .null
            if try !insert(row, into: "account") {
                row["id"] = nil
                try insert(row, into: "account")
            }
        }
    }

    private borrowing func takeChildren(_ contents: LedgerContents, _ servers: [Int64: Int64]) throws {
        for var row in contents.all(.child) {
            guard let server = row.integer("server").flatMap({ servers[$0] }) else { continue }
            row["server"] = .integer(server)
            // These count rows that are not here.
            for name in ["rows", "last_position", "explained"] { row[name] = .integer(0) }
            try insert(row, into: "child")
        }
    }

    /// Rows from before the horizon are history: whoever was to hear of them has, or has been waited for in vain long enough.
    /// Younger ones are news, unless the ledger says that they were told.
    private borrowing func setHorizon(of account: AccountRow, _ contents: LedgerContents) throws {
        let known = contents.all(.account).first { $0.text("name") == account.name }
        let scans = [known?.integer("last_scan_started_at"), account.lastScanStartedAt?.microseconds].compactMap { $0 }
        let baselines = [known?.integer("baseline_at"), account.baselineAt?.microseconds].compactMap { $0 }
        // Before its first complete scan an account has no news.
        guard let baseline = baselines.max() else { return }
        let horizon = scans.max().map { $0 - Self.waitingTime } ?? baseline
        try run(ReconcileTable.setHorizon, account.id, Timestamp(microseconds: max(baseline, horizon)))
    }

    /// A week in microseconds: longer than any delivery waits to be tried again.
    private static var waitingTime: Int64 { 7 * 86_400 * 1_000_000 }

    // MARK: What people entered

    private borrowing func take(
        _ line: TableRow, _ contents: LedgerContents, _ servers: [Int64: Int64], _ report: inout RecoveryReport,
        at now: Timestamp
    ) throws {
        guard let id = line.text("id"), var row = try placed(line, contents, servers) else { return report.lost += 1 }
        let known = try firstReadable(LedgerTable.intent, id)
        if let known, Self.isSame(known, line) { return }
        let isEnded = row.text("state").flatMap(IntentRow.State.init(rawValue:))?.isEnded ?? false
        // What ended long ago is nobody's work any more.
        if known == nil, isEnded, (row.integer("settled_at") ?? 0) < now.microseconds - Self.waitingTime { return }
        row["number"] = nil
        try resume(&row)
        let isTaken = try known == nil ? insert(row, into: "intent") : update(row, in: "intent", where: "id")
        if isTaken { report.intentsFromLedger += 1 } else { report.lost += 1 }
    }

    /// Nothing but what a newer line would tell is looked at.
    private static func isSame(_ known: TableRow, _ line: TableRow) -> Bool {
        known.cells.allSatisfy { name, cell in line[name] == nil || line[name] == cell }
    }

    /// The row with the numbers that its account and server have here; `nil` if they are not known.
    private borrowing func placed(
        _ line: TableRow, _ contents: LedgerContents, _ servers: [Int64: Int64]
    ) throws -> TableRow? {
        let account = contents.all(.account).first { $0.integer("id") == line.integer("account") }
        guard let name = account?.text("name"), let own = try firstReadable(LedgerTable.account, name),
            let server = line.integer("server").flatMap({ servers[$0] })
        else { return nil }
        var row = line
        row["account"] = own["id"]
        row["server"] = .integer(server)
        return row
    }

    /// What was under way may have arrived, and where the row of the server's is not here yet, it is waited for: nothing is sent
    /// again before a scan has looked.
    borrowing func resume(_ row: inout TableRow) throws {
        if row.text("state") == "sending" { row["state"] = .text("unknown") }
        try askAgain(&row)
        // Positions are those of the lost store's rows.
        if row.integer("before") != nil { row["before"] = .integer(0) }
        guard let transaction = row.text("txn"), let server = row.integer("server") else { return }
        let isHere = try first(ReconcileTable.transaction, server, transaction) != nil
        let isFree = try first(ReconcileTable.claimant, server, transaction, row.text("id") ?? "") == nil
        if isHere, isFree { return }
        row["txn"] = .null
        row["uncovered"] = .integer(0)
        guard row.text("state") == "confirmed" else { return }
        // When it was at its end stays: the money is in every balance that was asked for since.
        row["state"] = .text("acked")
        row["answered"] = .text(transaction)
    }

    /// Both versions of what is to be decided were in the lost store alone: the order is compared anew, and asks again.
    private borrowing func askAgain(_ row: inout TableRow) throws {
        guard row.text("state") == "parked", row.integer("contested") == 1,
            row.text("deed") != IntentRow.Order.transactionDeed, let id = row.text("id"),
            try openConflicts(of: IntentRow.ID(rawValue: id)) == 0
        else { return }
        row["state"] = .text(row.integer("first_sent_at") == nil ? "accepted" : "unknown")
        row["reason"] = .null
    }
}

private enum ReconcileTable {
    static let tell = Update<String, String, Timestamp>(
        "told.insert", "INSERT INTO told (alert, target, at) VALUES (?1, ?2, ?3) ON CONFLICT (alert, target) DO NOTHING"
    )
    static let endTold = Update<Timestamp>(
        "told.endDeliveries",
        """
        UPDATE delivery SET state = 'delivered', reason = NULL, detail = 'told before', updated_at = ?1, digest = NULL
        WHERE state IN ('queued', 'in-doubt', 'attempting', 'dead')
          AND EXISTS (SELECT 1 FROM told WHERE told.alert = delivery.alert AND told.target = delivery.target)
        """)
    static let endAttempts = Update<Timestamp>(
        "told.endAttempts",
        """
        UPDATE attempt SET finished_at = ?1, outcome = 'delivered' WHERE finished_at IS NULL
          AND (SELECT state FROM delivery WHERE number = attempt.delivery) = 'delivered'
        """)
    static let forgetBaselines = PlainUpdate("reconcile.forgetBaselines", "UPDATE child SET baseline_at = NULL")
    static let forgetMemories = PlainUpdate("reconcile.forgetMemories", "DELETE FROM meta WHERE key LIKE 'scan.%'")
    static let setHorizon = Update<AccountRow.ID, Timestamp>(
        "reconcile.setHorizon", "UPDATE account SET baseline_at = ?2 WHERE id = ?1")
    // Numbers that were given to what is lost.
    static let setGone = PlainUpdate(
        "reconcile.setGone",
        """
        UPDATE tally SET count = ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'delivery'), 0)
          - (SELECT count(*) FROM delivery) WHERE name = 'delivery.gone'
        """)
    static let transaction = Query<Int, Int64, String>(
        "reconcile.transaction", "SELECT 1 FROM txn WHERE server = ?1 AND id = ?2")
    static let claimant = Query<Int, Int64, String, String>(
        "reconcile.claimant", "SELECT 1 FROM intent WHERE server = ?1 AND txn = ?2 AND id <> ?3")
}
