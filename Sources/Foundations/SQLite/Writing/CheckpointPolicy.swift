import CSQLite

/// Moves pages from the log into the file when ``CheckpointSchedule`` says so.
///
/// SQLite 3.7.0 to 3.51.2 can damage a file when one connection checkpoints while another one writes or
/// checkpoints. Here the writer's thread is the only one that does either: readers are opened read-only and with
/// `NO_CKPT_ON_CLOSE`, automatic checkpoints are off, and another process is kept out by ``FileOwnership``.
///
/// It runs after the callers were resumed, so nobody waits for it except a commit that comes meanwhile.
struct CheckpointPolicy {
    private let connection: DatabaseConnection
    private var schedule = CheckpointSchedule()
    /// The disk has failed at it.
    private(set) var failure: DatabaseError?

    init(_ connection: DatabaseConnection) { self.connection = connection }

    /// What was seen after a commit.
    struct Report {
        /// nil if nothing was committed.
        var pagesInLog: Int32?
        var hasFailed = false
    }

    /// How long to wait for work until ``afterRest()``; `nil`: as long as it takes.
    var pause: Duration? { schedule.pause }

    mutating func afterCommit() -> Report {
        guard let pages = connection.pagesInLog.take() else { return Report() }
        return Report(pagesInLog: pages, hasFailed: !carryOut(schedule.committed(pages)))
    }

    /// Nothing came for as long as ``pause`` said.
    mutating func afterRest() -> Report { Report(hasFailed: !carryOut(schedule.rested())) }

    /// A failure (a full disk) leaves everything in the log, and a later commit tries again.
    private mutating func carryOut(_ step: CheckpointSchedule.Step) -> Bool {
        switch step {
        case .nothing: return true
        case .move: return checkpoint(SQLITE_CHECKPOINT_PASSIVE)
        case .moveAndEmpty:
            let hasMoved = checkpoint(SQLITE_CHECKPOINT_PASSIVE)
            return emptyLog() && hasMoved
        }
    }

    /// Moves all of the log into the file, as far as no reader needs it, and gives its room back.
    ///
    /// - Returns: whether nothing but readers was in the way.
    mutating func emptyLog() -> Bool {
        schedule.emptied()
        unsafe sqlite3_busy_timeout(connection.handle, 0)
        defer { unsafe sqlite3_busy_timeout(connection.handle, DatabaseConnection.busyMilliseconds) }
        return checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    }

    /// A reader in the way (BUSY) is no failure: it will go.
    private mutating func checkpoint(_ mode: Int32) -> Bool {
        let code = unsafe sqlite3_wal_checkpoint_v2(connection.handle, nil, mode, nil, nil)
        if code == SQLITE_OK || code & 0xff == SQLITE_BUSY { return true }
        let error = unsafe DatabaseError(code, on: connection.handle, during: "checkpoint")
        if error.kind == .inputOutput { failure = error }
        return false
    }
}

extension DatabaseConnection {
    /// Notes the size of the log at each commit, for ``CheckpointPolicy``.
    func watchLog() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        // It replaces SQLite's automatic checkpoint, which is a hook in the same place.
        unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                guard let context = unsafe context else { return SQLITE_OK }
                unsafe Unmanaged<DatabaseConnection>.fromOpaque(context).takeUnretainedValue().pagesInLog = pages
                return SQLITE_OK
            }, unsafe context)
    }

    /// Has the log stay beside the file when this closes.
    func leaveLog() {
        var now: Int32 = -1
        unsafe csqlite_set_option(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, &now)
    }

    /// Empties the log. The planner gets no statistics: those of a young file make SQLite sort whole tables when they have grown, and
    /// without any a statement's plan is the same for ever.
    func emptyLog() {
        unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }
}
