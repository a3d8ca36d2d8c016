import Store
import Testing

/// A day must cost the same however long the history is: no statement may look at all of a table that grows.
///
/// The statements are read from the source code, so that a new one is judged as soon as it is written. What a plan cannot
/// show to be bounded is listed here with the reason why it is.
@Suite("Query plans")
struct QueryPlanTests {
    /// Families, accounts, targets, states, what is wrong with them, and pictures, for which there is only so much room: their number
    /// does not grow with time. Any other table does.
    private static let small: Set<String> = [
        "meta", "server", "account", "child", "account_child", "tally", "delivery_tally", "delivery_target",
        "sqlite_sequence", "schema_migration", "problem", "target_failure", "announced", "media", "ledger_due",
        "recovery", "copied_photo", "silence", "schedule", "group_window", "desktop_token",
        "page_person", "page_person_child", "browser",
    ]

    /// Why each of these is bounded though its plan does not say so.
    private static let reasons = [
        "hint.open": "no more than 10,000 hints of an account are open",
        "hint.reportAll": "no more than 10,000 hints of an account are open",
        "hint.reported": "what nobody found; purged with the rest. Nothing that runs asks it",
        "hint.resolveReported": "the hints that named one transaction",
        "txn.lastPlace": "the greatest rowid is the end of the table",
        "txn.newest": "whoever reads it stops at a limit of rows that can be read",
        "txn.newestOfAll": "as above",
        "txn.listedBefore": "compared with a list of the same length that a server has answered",
        "txn.anyAbsent": "whether there is one: the first that is found ends the look",
        "txn.firstMissing": "what the last complete reading lacked, once at a start",
        "delivery.newest": "whoever reads it stops at a limit, in the order of the index",
        "delivery.inPeriod": "what was caused in the time that a person names, up to a limit",
        "delivery.work": "the attempts of one delivery",
        "delivery.firstInLine":
            "whether there is one before it that is not held: the first that is found ends the look",
        "attempt.marked": "what is being sent",
        "attempt.skip": "the members of one digest",
        "ending.shown": "the targets of one matter, and what is being told of it",
        "ending.waiting": "what waits to tell of one matter",
        "ending.told": "the targets of one matter that is not over, with its reminders",
        "silence.about": "the silences of one family",
        "drill.newest": "the drills of 90 days, by an index of these alone",
        "window.moveHeld": "what is held for one target, when a clock was set",
        "window.shortenHeld": "what is held for one target, once at a start",
        "followUp.ofAlert": "what follows one alert",
        "followUp.count": "the reminders of one alert at one target",
        "followUp.move": "what waits to be seen, when a clock was set",
        "followUp.shorten": "what waits to be seen, once at a start",
        "followUp.unseen": "what waits to be seen, when a person says what was",
        "followUp.closed": "the alerts of one matter, when a reminder is due",
        "seen.ofMatter": "the places where one alert and its reminders were seen",
        "seen.waiting": "the reminders of one alert",
        "seen.toldFirst": "the targets of one alert",
        "seen.told": "one alert and its reminders, at each of their targets",
        "digest.dissolve": "the members of one digest",
        "barring.forgetBodies": "what one target has not taken, at the start of one that hides, and when it hides more",
        "barring.forgetDigests": "messages of many alerts each, when the bodies of their members are forgotten",
        "attempt.wake": "what waits for one target",
        "attempt.wakeUnreached": "what waits for one target, when the network comes back",
        "attempt.moveDue": "what waits for one target, when a clock was set",
        "attempt.ofDelivery": "the attempts of one delivery",
        "attempt.insert": "the attempts of one delivery",
        "attempt.close": "what is being sent",
        "attempt.removeOpen": "what is being sent",
        "attempt.recoverDeliveries": "what was being sent when the program ended",
        "attempt.recoverAttempts": "what was being sent when the program ended",
        "delivery.seen": "the reminders of one alert",
        "held.shorten": "what a clock that was wrong holds for more than a week, once it is put right",
        "explain.reminders": "the reminders of one alert",
        "explain.ofTransaction": "the alerts of one transaction",
        "explain.ofRecord": "when a person asks, and no more than 90 days of alerts",
        "explain.deliveries": "the targets of one alert",
        "dropped.ofAlert": "the targets of one alert",
        "record.ofKind": "whoever reads it stops at a limit, in the order of the index",
        "txnRevision.ofTransaction": "what one transaction said in 90 days",
        "recordRevision.ofRecord": "what one record said in 90 days",
        "recordList.ofAccount": "eight lists of each child and one of each chore",
        "recordList.ofKind": "as above",
        "recordList.removeAll": "as above",
        "accountRecord.ofList": "one list as a server answers it",
        "accountRecord.all": "only when another person signs in",
        "accountRecord.removeAll": "only when another person signs in",
        "accountRecord.behind": "what has become too old since the last reading",
        "accounting.openAttempts": "what is being sent",
        "day.ofChild": "the days of one child that a person asks for, which hold few categories",
        "day.rows": "once, at the first start of a version that keeps sums",
        "day.removeDay": "the categories of one day",
        "forgetting.attempts": "the attempts of one delivery",
        "forgetting.alert": "the deliveries of one alert",
        "forgetting.digests": "messages of 90 days that told several things at once, and these by the delivery's index",
        "usage.told": "when a person asks how much there is",
        "usage.records": "when a person asks how much there is",
        "clearing.sight": "when a person clears, up to a step",
        "clearing.revisions": "when a person clears, up to a step",
        "clearing.records": "when a person clears, up to a step",
        "clearing.lists": "when a person clears, up to a step",
        "intent.inState": "no more than 100 wait; parked ones wait for a person",
        "intent.uncovered": "rows that are newer than their child's balance, by an index of these alone",
        "intent.toSend": "no more than 100 wait",
        "intent.sent": "no more than 100 wait, and of one child one is under way",
        "intent.sentOrders": "no more than 100 wait",
        "intent.openOrders": "no more than 100 wait; parked ones wait for a person",
        "intent.takenFacts": "what people here have made of one kind, by an index of these alone",
        "intent.sums": "no more than 100 wait; parked ones wait for a person",
        "intent.withoutSum": "no more than 100 wait; parked ones wait for a person",
        "unsent.intents": "no more than 100 wait; parked ones wait for a person",
        "intent.mark": "one of a child is under way",
        "intent.interrupt": "what was being sent when the program ended",
        "intent.cover": "rows that are newer than their child's balance",
        "intent.ownChanges": "what one person has ordered of one record",
        "conflict.open": "those of orders that wait for a person, by an index of these alone",
        "conflict.openOfIntent": "the fields of one order",
        "conflict.ofIntent": "the fields of one order",
        "conflict.close": "the fields of one order",
        "conflict.closeEnded": "those of orders that wait for a person, once when a store was put back",
        "standing.oldestHint": "the first of each account, by an index",
        "standing.oldestIntent": "the first of each state, by an index",
        "standing.waiting": "no more than 100 wait",
        "ledger.intents": "when the ledger is written anew",
        "ledger.told": "when the ledger is written anew",
        "ledger.toldBefore": "when the ledger is written anew",
        "told.endDeliveries": "once, when a lost store was made anew",
        "told.endAttempts": "once, when a lost store was made anew",
        "reconcile.setGone": "once, when a lost store was made anew",
        "copy.deliveries": "of a copy, which is for nobody else",
        "copy.waiting": "of a copy, which is for nobody else",
        "copy.transactions": "of a copy, which is for nobody else",
        "copy.openIntents": "of a copy, which is for nobody else",
        "intent.doubtCopied": "no more than 100 wait, parked ones wait for a person; once, when a copy was taken up",
        "copy.intents": "of a copy, which is for nobody else",
        "copy.newest": "of a copy, which is for nobody else",
        "recount.differences": "the check of the kept counts, once a day beside the writer",
        "recount.tallies": "only after a check that found something",
        "recount.children": "only after a check that found something",
        "recount.deliveries": "only after a check that found something",
        "recount.targets": "only after a check that found something",
    ]

    private static func fault(_ statement: DeclaredStatement, _ schema: Schema) throws -> String? {
        let plan = try schema.plan(statement.sql)
        let steps = try plan.compactMap { try schema.step($0, in: statement.sql) }
            .filter { !small.contains($0.table) }
        guard !steps.isEmpty else { return nil }
        let isLimited = statement.sql.contains("LIMIT")
        if plan.contains(where: { $0.contains("TEMP B-TREE") }) { return "sorts" }
        if statement.sql.contains(/\b(count|sum|total|avg|group_concat)\s*\(/) { return "counts" }
        if statement.sql.contains(/\b(min|max)\s*\([^,()]*\)/) { return "seeks an extreme" }
        for step in steps where !step.isOneRow {
            // The first rows in the order of an index.
            if step.isScan, !isLimited || statement.sql.contains("WHERE") { return "scans \(step.table)" }
            if !step.isScan, !isLimited { return "reads what may be many rows of \(step.table)" }
        }
        return nil
    }

    @Test("no declared statement scans, sorts or counts a table that grows")
    func plans() async throws {
        let folder = try TestStore()
        try await folder.open().close()
        let schema = try Schema(folder.file)
        let statements = try DeclaredStatement.all(below: DeclaredStatement.folder)
        #expect(statements.count > 60, "the statements are looked for in the wrong place")
        #expect(Set(statements.map(\.name)).count == statements.count, "two statements share a name")
        for statement in statements where Self.reasons[statement.name] == nil {
            let fault = try Self.fault(statement, schema)
            let plan = try schema.plan(statement.sql)
            #expect(fault == nil, "\(statement.name) in \(statement.file): \(plan)")
        }
        for name in Self.reasons.keys.sorted() {
            let statement = try #require(statements.first { $0.name == name }, "\(name) is no longer declared")
            #expect(try Self.fault(statement, schema) != nil, "\(name) needs no excuse any more")
        }
    }

    @Test("statistics of a young store are forgotten, and none are made: by them a grown one would be sorted")
    func statistics() async throws {
        let folder = try TestStore()
        try OldStore.make(folder.file, before: "plans")
        let young = try RawDatabase(folder.file)
        try young.execute(
            """
            INSERT INTO server (id, origin) VALUES (1, 'https://family.example'), (2, 'https://other.example');
            ANALYZE
            """)
        #expect(try young.rows("SELECT count(*) > 0 FROM sqlite_stat1") == [["1"]])
        let store = try await folder.open()
        try await store.write { _ = try $0.ensureServer(origin: "https://third.example") }
        await store.close()
        #expect(
            try RawDatabase(folder.file).rows("SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'") == [])
    }

    @Test("only the store has statements")
    func elsewhere() throws {
        for floor in [
            "/Hub", "/Family/AllowanceAPI", "/Family/SyncEngine", "/Family/Relay", "/Family/DemoBackend", "/App",
        ] {
            #expect(try DeclaredStatement.all(below: DeclaredStatement.sources + floor).map(\.name) == [])
        }
    }

    @Test(
        "what these tests are for is found",
        arguments: [
            "SELECT count(*) FROM txn WHERE server = ?1 AND child = ?2",
            "SELECT max(position) FROM txn WHERE server = ?1 AND child = ?2",
            "SELECT id FROM txn ORDER BY description LIMIT 5", "SELECT id FROM txn WHERE description = ?1 LIMIT 1",
            "SELECT id FROM txn WHERE server = ?1 AND child = ?2",
            "SELECT t.id FROM alert a JOIN txn t ON t.server = a.server",
            "UPDATE hint SET scans = 0", "DELETE FROM journal WHERE size > 5",
        ])
    func found(sql: String) async throws {
        let folder = try TestStore()
        try await folder.open().close()
        #expect(try Self.fault(DeclaredStatement(name: "", sql: sql, file: ""), Schema(folder.file)) != nil)
    }
}

/// The tables and indexes of a store, and how statements would use them.
private struct Schema {
    struct Step {
        let table: String
        let isScan: Bool
        /// It reads one row at most.
        let isOneRow: Bool
    }

    private let database: RawDatabase
    private let tables: Set<String>

    init(_ path: String) throws {
        database = try RawDatabase(path)
        tables = Set(try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").map { $0[0] })
    }

    func plan(_ sql: String) throws -> [String] { try database.rows("EXPLAIN QUERY PLAN " + sql).map { $0[3] } }

    func step(_ detail: String, in sql: String) throws -> Step? {
        let words = detail.split(separator: " ").map(String.init)
        guard words.count > 1, ["SCAN", "SEARCH"].contains(words[0]), let table = table(words[1], in: sql) else {
            return nil
        }
        return Step(table: table, isScan: words[0] == "SCAN", isOneRow: try isOneRow(detail, table))
    }

    /// The table behind a name that a plan gives, which may be an alias; `nil` for a subquery.
    private func table(_ name: String, in sql: String) -> String? {
        if tables.contains(name) { return name }
        let words = sql.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        return zip(words, words.dropFirst()).first { $1 == name && tables.contains($0) }?.0
    }

    private func isOneRow(_ detail: String, _ table: String) throws -> Bool {
        if detail.contains("INTEGER PRIMARY KEY (rowid=?)") { return true }
        let isPrimary = detail.contains("USING PRIMARY KEY")
        guard
            let match = detail.firstMatch(of: /INDEX (\w+) \((.*)\)$/)
                ?? detail.firstMatch(of: /(PRIMARY KEY) \((.*)\)$/)
        else { return false }
        let bound = match.2.components(separatedBy: " AND ")
        guard bound.allSatisfy({ $0.hasSuffix("=?") && !$0.contains("<") && !$0.contains(">") }) else { return false }
        for index in try database.rows("SELECT name, \"unique\", origin FROM pragma_index_list('\(table)')") {
            guard index[0] == match.1 || isPrimary && index[2] == "pk", index[1] == "1" else { continue }
            return try database.rows("SELECT name FROM pragma_index_info('\(index[0])')").count == bound.count
        }
        return false
    }
}

extension Substring {
    fileprivate func components(separatedBy mark: String) -> [String] {
        var parts: [String] = []
        var rest = self
        while let place = rest.range(of: mark) {
            parts.append(String(rest[..<place.lowerBound]))
            rest = rest[place.upperBound...]
        }
        return parts + [String(rest)]
    }
}
