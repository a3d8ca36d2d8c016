import Glibc
import Observability
import Runtime
import SQLite
import Values

/// Brings the files of a state folder into the state in which one store can be opened, and opens it. What it finds there decides, so
/// that a crash at any point is followed by the same steps:
///
/// 1. a checked copy that waits to be put in place (``StoreMark/restoreName``, ``StoreMark/rescueName``): it takes the store's place;
/// 2. files that were set aside as damaged and not read yet: what can be read is taken over into a new store;
/// 3. a store that its own checks find damaged, or that was noted as damaged (``DamageNote``): it is set aside, then 2;
/// 4. a store that the ledger is ahead of, another store than the ledger followed, or none: it is made to go on where the ledger ends.
struct StoreOpening {
    private let folder: StateFolder
    private let path: String
    private let logger: Logger
    private let unreadable: UnreadableRows
    private let now: Timestamp
    private let aside: SetAside
    private let program: String

    /// How long a start looks for damage; the whole file is checked beside the running program.
    private static let checkTime: Duration = .milliseconds(100)

    init(_ folder: StateFolder, program: String, logger: Logger) {
        self.folder = folder
        self.program = program
        path = folder.path + "/" + StateFolder.storeName
        self.logger = logger
        unreadable = UnreadableRows(logger)
        now = WallClock.system.now
        aside = SetAside(in: folder)
    }

    /// Opens the store of a folder that is there.
    static func run(in folder: StateFolder, program: String, logger: Logger) async throws(StoreError) -> Store {
        let path = folder.path + "/" + StateFolder.storeName
        let opening = StoreOpening(folder, program: program, logger: logger)
        do {
            do {
                return try await opening.run()
            } catch  where StoreError(error, path: path).kind == .full && Ballast(in: folder).release() {
                // On a full disk it opens with the ballast's room.
                return try await opening.run()
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private func run() async throws -> Store {
        let ownership = try FileOwnership(of: path)
        do {
            try refuseNewer()
            let ledger = try Ledger(in: folder)
            return try await open(ownership, ledger)
        } catch {
            ownership.release()
            throw error
        }
    }

    private func open(_ ownership: FileOwnership, _ ledger: Ledger) async throws -> Store {
        var report = try putInPlace()
        let isMissing = unsafe access(path, F_OK) != 0
        if isMissing, let unread = aside.unread {
            report = try await rebuild(from: unread)
        } else if isMissing, ledger.size > 0 {
            report = RecoveryReport(.deleted, at: now)
        }
        let wasUnclean = hasLog
        var database: Database
        do {
            database = try await usable(ownership, ledger)
        } catch let error as DatabaseError
            where error.kind == .corrupt || (error.kind == .notADatabase && ledger.size > 0)
        {
            // What is no database, where there never was a store, is somebody else's.
            logger.error("the store is damaged and is set aside", [.detail: .text(error.description)])
            guard let unread = try aside.take(path, because: "damaged", at: now, isDamaged: true) else { throw error }
            report = try await rebuild(from: unread)
            database = try await open(path, ledger, ownership)
        }
        DamageNote(path).remove()
        UpdateCopies(in: folder).tidy()
        do {
            let store = Store(
                database, OpenedFile(path, wasUnclean: wasUnclean || report != nil), logger, ledger, unreadable)
            try await settle(store, ledger, report)
            return store
        } catch {
            await database.close()
            throw error
        }
    }

    /// Whichever of them would become the store.
    private func refuseNewer() throws(StoreError) {
        for name in StoreMark.waitingNames { try StoreStamp.refuseNewer("\(folder.path)/\(name)", than: program) }
        try StoreStamp.refuseNewer(path, than: program)
        if let unread = aside.unread {
            try StoreStamp.refuseNewer("\(unread)/\(StateFolder.storeName)", than: program)
        }
    }

    // MARK: Files

    /// Whether the last program that had it did not close it.
    private var hasLog: Bool {
        var status = stat()
        return unsafe stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// Step 1.
    private func putInPlace() throws -> RecoveryReport? {
        let found = StoreMark.waitingNames.map { name -> String in "\(folder.path)/\(name)" }
            .first { path in unsafe access(path, F_OK) == 0 }
        guard let copy = found else { return nil }
        let isWanted = copy.hasSuffix(StoreMark.restoreName)
        var report = RecoveryReport(isWanted ? .restored : .replaced, at: now)
        report.folder = try aside.take(path, because: "replaced", at: now, isDamaged: false)
        for suffix in ["-wal", "-shm"] { _ = unsafe unlink(path + suffix) }
        guard unsafe rename(copy, path) == 0, StateFolder.syncFolder(of: path) else { throw SystemError() }
        aside.tidy()
        return report
    }

    /// Steps 2 and 3: a new store, complete before it has its name.
    private func rebuild(from damaged: String) async throws -> RecoveryReport {
        let place = folder["rebuilding"]
        try place.create()
        let new = "\(place.path)/\(StateFolder.storeName)"
        for name in StateFolder.names(in: place.path) { _ = unsafe unlink("\(place.path)/\(name)") }
        let database = try await open(new, nil, nil)
        let tables: [SalvagedTable]
        do {
            tables = try await database.write("salvage") { transaction in
                let file = DatabaseFile("\(damaged)/\(StateFolder.storeName)")
                let tables = try transaction.salvage(file, except: Self.derived)
                // Rows brought their counts with them, and were counted again.
                try transaction.putCountsRight()
                return tables
            }
        } catch {
            await database.close()
            throw error
        }
        await database.close()
        guard unsafe rename(new, path) == 0, StateFolder.syncFolder(of: path) else { throw SystemError() }
        aside.wasRead(damaged)
        aside.tidy()
        for name in StateFolder.names(in: place.path) { _ = unsafe unlink("\(place.path)/\(name)") }
        _ = unsafe rmdir(place.path)
        var report = RecoveryReport(.damaged, at: now)
        report.folder = damaged
        report.take(tables)
        return report
    }

    /// Tables that are kept from others, by triggers or at the next start, and what must not outlive its store.
    private static let derived: Set<String> = [
        "meta", "tally", "delivery_tally", "delivery_target", "day", "schema_migration", "ledger_due", "recovery",
        "feed",
    ]

    // MARK: The database

    private func open(_ path: String, _ ledger: Ledger?, _ ownership: FileOwnership?) async throws -> Database {
        var configuration = DatabaseConfiguration(path: path, applicationID: StoreMark.applicationID)
        configuration.unreadable = unreadable.note
        configuration.companion = ledger
        let copies = UpdateCopies(in: folder)
        configuration.copiesBeforeMigrating = !copies.isWaived
        do {
            return try await Database.open(configuration, migrations: Migration.all, held: ownership)
        } catch let error as DatabaseError where error.operation == MigrationCopy.operation && error.kind != .corrupt {
            throw copies.failure(error, path: path)
        }
    }

    /// - Throws: kind `corrupt` also for a store that opens and is damaged, as far as a moment's look or a note tells.
    private func usable(_ ownership: FileOwnership, _ ledger: Ledger) async throws -> Database {
        let database = try await open(path, ledger, ownership)
        var findings = DamageNote(path).text.map { [$0] } ?? []
        if findings.isEmpty { findings = try await database.quickCheck(within: Self.checkTime) ?? [] }
        guard let first = findings.first else { return database }
        await database.closeKeepingFile()
        throw DatabaseError(.corrupt, "check", first)
    }

    /// Step 4, and whatever the ledger lacks.
    private func settle(_ store: Store, _ ledger: Ledger, _ found: RecoveryReport?) async throws {
        for warning in store.database.warnings { logger.warning("unsafe file system", [.detail: .text(warning)]) }
        let standing = try await store.read("ledger") { try LedgerStanding($0, ledger) }
        let isDoubtful = found != nil || standing.isDoubtful
        let known = isDoubtful && standing.hasLedger ? ledger.read() : nil
        let report = found ?? (standing.isReplaced(known) ? RecoveryReport(.replaced, at: now) : nil)
        let isFollowed = standing.isFollowed(by: known, after: report?.reason)
        if !isFollowed { logger.warning("the ledger does not tell what came of open orders: they are looked for") }
        let new = try await prepare(store, standing.id, known, report, isFollowed: isFollowed)
        let stamp = StoreStamp(program: program)
        try await store.write("days") { transaction in
            try stamp.note(in: transaction)
            try transaction.countAllDays()
            try transaction.sumIntents()
        }
        let now = now
        if isDoubtful || !standing.hasLedger || !standing.isUnbroken {
            try await StoredIntents(store).mend()
            try await store.write("ledger.renew") { try $0.renew(ledger, id: new, now: now) }
        }
        if ledger.head < standing.head || standing.firstDue != nil {
            ledger.catchUp()
            try await store.write("ledger.catchUp") { _ in }
        }
        if let report { logger.warning("the store was recovered", [.detail: .text(report.reason.rawValue)]) }
        logger.debug("store opened", [.path: .text(path)])
    }

    /// - Parameter isFollowed: whether what came of its orders is known.
    /// - Returns: The store's id.
    private func prepare(
        _ store: Store, _ id: String?, _ contents: LedgerContents?, _ report: RecoveryReport?, isFollowed: Bool
    ) async throws -> String {
        let (now, files) = (now, MediaFiles(in: folder))
        let new = id ?? Self.randomID
        guard id == nil || report != nil || !isFollowed else { return new }
        try await store.write("recover") { transaction in
            if id == nil { try transaction.setMeta(StoreMark.idName, to: new) }
            if var report { try transaction.reconcile(with: contents ?? LedgerContents(), &report, files, at: now) }
            // Also what such a ledger brought: it may be from before the copy, or lack the line that says more.
            if !isFollowed { try transaction.doubtOpenIntents(at: now) }
        }
        return new
    }

    private static var randomID: String {
        [UInt64.random(in: 0 ... .max), .random(in: 0 ... .max)].map { String($0, radix: 16) }.joined(separator: "-")
    }
}

extension LedgerStanding {
    fileprivate init(_ reading: borrowing some Reading & ~Copyable, _ ledger: Ledger) throws {
        let id = try reading.meta(StoreMark.idName)
        self.init(
            id: id, head: try reading.ledgerHead(), firstDue: try reading.first(LedgerTable.firstDue),
            ledgerHead: ledger.head, hasLedger: ledger.size > 0, isAnothers: ledger.isAnothers(than: id))
    }
}
