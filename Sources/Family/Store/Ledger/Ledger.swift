import Glibc
import Runtime
import SQLite
import Values

/// Follows the store's commits with lines in a file of its own: what was told, what people entered, and whose it was.
///
/// It is asked only when the store is lost, or another one lies in its place. A line is on the disk before the commit that caused it
/// is answered; the store is never behind it, so a store whose number is lower than the ledger's is not the one that wrote it.
final class Ledger: CommitCompanion {
    /// How long it keeps what was told: longer than anything is news.
    static let memory: Duration = .seconds(100 * 86_400)

    private struct State: ~Copyable {
        var file: LedgerFile
        /// The last number that is in the file.
        var written: Int64
        var pending: [LedgerLine] = []
        /// The last number of what a limited look has seen; `nil` if it has seen all.
        var seenThrough: Int64?
        /// Whether the store has lines that the file has not.
        var isBehind = false
        var failure: SystemError?
        /// After a failure lines are taken up a part at a time until the file has all.
        var isLimited = false
        var retryAt: Duration = .zero
        /// The disk has failed: what this file says that it has may not be there, and only another one helps.
        var isBroken: Bool { failure?.code == EIO }
    }

    /// Lines that one commit takes up of what the file could not be told before.
    static let part = 500
    /// How long a file that could not be written is left alone: a commit that has nothing else for it costs nothing.
    static let patience: Duration = .seconds(1)

    private let state: Lock<State>
    private let now: @Sendable () -> Duration

    /// Opens the ledger of a state folder.
    ///
    /// - Parameter now: of a clock that nobody sets.
    init(in folder: StateFolder, now: @escaping @Sendable () -> Duration = { BootTime.now }) throws(StoreError) {
        self.now = now
        do throws(SystemError) {
            let file = try LedgerFile("\(folder.path)/\(LedgerFile.name)")
            let written = file.head
            state = Lock(State(file: file, written: written))
        } catch {
            throw StoreError(
                error.isFull ? .full : .readOnly,
                "The ledger \(folder.path)/\(LedgerFile.name) cannot be opened: \(error).",
                nextStep: error.isFull ? "Make room on the disk." : "Make it writable for this user.",
                detail: error.description)
        }
    }

    /// The number of its last line.
    var head: Int64 { state.withLock { $0.written } }
    /// Whether it follows another store, or none: its first line says which.
    func isAnothers(than id: String?) -> Bool { state.withLock { $0.file.firstStoreID } != id }
    /// In bytes.
    var size: Int { state.withLock { $0.file.size } }
    /// Why it does not have what the store has; `nil` if it has.
    var failure: SystemError? { state.withLock { $0.failure } }
    /// Whether it has to be written anew: somebody took its file away, or its disk has failed.
    var isLost: Bool { state.withLock { $0.file.isGone || $0.isBroken } }

    func read() -> LedgerContents { state.withLock { $0.file.read() } }

    /// Puts other lines in the place of all that are there.
    func replace(with lines: [LedgerLine], head: Int64) throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in
            try state.file.replace(with: lines)
            (state.written, state.isBehind, state.failure, state.isLimited) = (head, false, nil, false)
        }
    }

    /// What the store has noted is written with the next commit, whatever that is about.
    func catchUp() { state.withLock { ($0.isBehind, $0.retryAt) = (true, .zero) } }

    // MARK: With each commit

    func isConcerned(by tables: Set<String>) -> Bool {
        let now = now()
        return state.withLock { state in
            (tables.contains("ledger_due") || state.isBehind) && (state.failure == nil || now >= state.retryAt)
                && !state.isBroken
        }
    }

    func prepare(in transaction: borrowing WriteTransaction) throws {
        let (written, limit) = state.withLock { ($0.written, $0.isLimited ? Self.part : Int.max) }
        var (lines, through) = ([LedgerLine](), Int64?.none)
        do {
            try transaction.run(LedgerTable.forget, written)
            let due = try transaction.all(LedgerTable.due, written, limit)
            for due in due {
                if let word = try transaction.word(of: due) { lines.append(LedgerLine(number: due.number, word: word)) }
            }
            if due.count == limit { through = due.last?.number }
        } catch {
            state.withLock { $0.isBehind = true }
            throw error
        }
        state.withLock { ($0.pending, $0.seenThrough) = (lines, through) }
    }

    func committed() {
        state.withLock { state in
            let lines = state.pending
            state.pending = []
            let isPart = state.seenThrough != nil
            guard let last = lines.last else {
                // Of rows that are gone there is nothing to say, and others come after them.
                state.written = state.seenThrough ?? state.written
                (state.isBehind, state.isLimited) = (isPart, isPart)
                return
            }
            do throws(SystemError) {
                try state.file.append(lines)
                (state.written, state.failure) = (last.number, nil)
                (state.isBehind, state.isLimited) = (isPart, isPart)
            } catch {
                // The store keeps what is missing, and a later commit tries again.
                (state.isBehind, state.failure) = (true, error)
                (state.isLimited, state.retryAt) = (true, now() + Self.patience)
            }
        }
    }
}

/// Something that the ledger has to hear of.
struct LedgerDue: RowDecodable {
    let number: Int64
    let kind: String
    let key: String
    let other: String?
    let at: Timestamp?

    init(row: borrowing Row) throws {
        number = try row.value(0)
        kind = try row.value(1)
        key = try row.value(2)
        other = try row.value(3)
        at = try row.value(4)
    }
}

extension Reading where Self: ~Copyable {
    /// The line for what is due; `nil` if the row is gone since, or cannot be read.
    borrowing func word(of due: LedgerDue) throws -> LedgerLine.Word? {
        switch due.kind {
        case "told":
            due.other.map { .told(.init(alert: due.key, target: $0), at: due.at ?? Timestamp(microseconds: 0)) }
        case "untold": due.other.map { .untold(.init(alert: due.key, target: $0)) }
        case "server": try firstReadable(LedgerTable.server, due.key).map { .row(.server, $0) }
        case "account": try firstReadable(LedgerTable.account, due.key).map { .row(.account, $0) }
        case "child":
            try firstReadable(LedgerTable.child, due.other.flatMap { Int64($0) } ?? 0, due.key).map { .row(.child, $0) }
        // The line from before it was damaged says more.
        case "intent":
            try firstReadable(LedgerTable.intent, due.key).flatMap { IntentSum.isWrong($0) ? nil : .row(.intent, $0) }
        default: nil
        }
    }

    /// The number of the last thing that the ledger had to hear of.
    borrowing func ledgerHead() throws -> Int64 { try first(LedgerTable.head) ?? 0 }

    /// All that a new ledger has to know, in as few lines as say it.
    ///
    /// - Parameter moment: what was told or settled before tells nobody anything any more.
    borrowing func ledgerContents(storeID: String, since moment: Timestamp) throws -> LedgerContents {
        var contents = LedgerContents()
        let head = try ledgerHead()
        func take(_ word: LedgerLine.Word) { contents.take(LedgerLine(number: head, word: word)) }
        take(.store(id: storeID))
        for row in try readable(LedgerTable.servers) { take(.row(.server, row)) }
        for row in try readable(LedgerTable.accounts) { take(.row(.account, row)) }
        for row in try readable(LedgerTable.children) { take(.row(.child, row)) }
        for row in try readable(LedgerTable.intents, moment) where !IntentSum.isWrong(row) { take(.row(.intent, row)) }
        for entry in try readable(LedgerTable.toldBefore, moment) { take(.told(entry.told, at: entry.at)) }
        for entry in try readable(LedgerTable.told, moment) { take(.told(entry.told, at: entry.at)) }
        return contents
    }
}

extension WriteTransaction {
    /// Writes the ledger anew from what the store knows, in as few lines as say it: on the writer's thread, so that no commit comes
    /// between the look and the file. Orders that are damaged are mended before: no line of the new one can say what they said.
    borrowing func renew(_ ledger: Ledger, id: String, now: Timestamp) throws {
        let since = now.advanced(by: .zero - Ledger.memory)
        let contents = try ledgerContents(storeID: id, since: since)
        try ledger.replace(with: contents.lines(since: since), head: contents.head)
    }
}

enum LedgerTable {
    struct Told: RowDecodable {
        let told: LedgerLine.Told
        let at: Timestamp

        init(row: borrowing Row) throws {
            told = LedgerLine.Told(alert: try row.value(0), target: try row.value(1))
            at = try row.value(2)
        }
    }

    static let due = Query<LedgerDue, Int64, Int>(
        "ledgerDue.all",
        "SELECT number, kind, key, other, at FROM ledger_due WHERE number > ?1 ORDER BY number LIMIT ?2")
    static let forget = Update<Int64>("ledgerDue.forget", "DELETE FROM ledger_due WHERE number <= ?1")
    static let firstDue = Query<Int64>("ledgerDue.first", "SELECT number FROM ledger_due ORDER BY number LIMIT 1")
    static let head = Query<Int64>("ledgerDue.head", "SELECT seq FROM sqlite_sequence WHERE name = 'ledger_due'")
    static let raise = Update<Int64>(
        "ledgerDue.raise", "INSERT INTO ledger_due (number, kind, key) VALUES (?1, 'mark', '')")

    static let server = Query<TableRow, String>("ledger.server", "SELECT * FROM server WHERE origin = ?1")
    static let account = Query<TableRow, String>("ledger.account", "SELECT * FROM account WHERE name = ?1")
    static let child = Query<TableRow, Int64, String>(
        "ledger.child", "SELECT * FROM child WHERE server = ?1 AND id = ?2")
    static let intent = Query<TableRow, String>("ledger.intent", "SELECT * FROM intent WHERE id = ?1")

    static let servers = Query<TableRow>("ledger.servers", "SELECT * FROM server")
    static let accounts = Query<TableRow>("ledger.accounts", "SELECT * FROM account")
    static let children = Query<TableRow>("ledger.children", "SELECT * FROM child")
    static let intents = Query<TableRow, Timestamp>(
        "ledger.intents", "SELECT * FROM intent WHERE settled_at IS NULL OR settled_at > ?1 ORDER BY number")
    static let toldBefore = Query<Told, Timestamp>(
        "ledger.toldBefore", "SELECT alert, target, at FROM told WHERE at > ?1")
    static let told = Query<Told, Timestamp>(
        "ledger.told",
        """
        SELECT alert, target, updated_at FROM delivery
        WHERE created_at > ?1 AND state IN ('delivered', 'skipped', 'discarded')
        """)
}
