import CSQLite
import Glibc
import Values

/// Copies a database, page by page, with SQLite's own backup.
enum Backup {
    /// Pages copied between two reports (4 MiB).
    private static let pagesPerStep: Int32 = 1_024

    /// Copies to a new file of mode 0600 that appears under its name only when it is complete, synced and checked. It needs no log
    /// beside it.
    ///
    /// The source holds a snapshot, or is the writer: else each change by another connection starts the copy over again.
    ///
    /// - Parameters:
    ///   - replaces: whether a file that has the name already gives way; else the copy fails.
    ///   - check: looks at the complete copy, under another name yet; what it throws ends the copy.
    static func copy(
        _ source: DatabaseConnection, to path: String, replaces: Bool = true, check: (String) throws -> Void = { _ in },
        progress: (_ copied: Int, _ total: Int) throws -> Void
    ) throws {
        let partial = path + ".partial"
        unsafe unlink(partial)
        let descriptor = unsafe open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(partial) }
        close(descriptor)
        do {
            try copyPages(source, to: partial, progress)
            try check(partial)
            // A link never takes another file's place.
            let isNamed = unsafe replaces ? rename(partial, path) == 0 : link(partial, path) == 0
            guard isNamed else { throw failure(path) }
            if !replaces { unsafe unlink(partial) }
            guard FileSystem.syncFolder(of: path) else { throw failure(path) }
        } catch {
            unsafe unlink(partial)
            throw error
        }
    }

    private static func copyPages(_ source: DatabaseConnection, to path: String, _ progress: (Int, Int) throws -> Void)
        throws
    {
        var target: OpaquePointer?
        defer { unsafe sqlite3_close_v2(target) }
        let opened = unsafe sqlite3_open_v2(
            path, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard opened == SQLITE_OK else { throw unsafe DatabaseError(opened, on: target, during: "backup") }
        guard let backup = unsafe sqlite3_backup_init(target, "main", source.handle, "main") else {
            throw unsafe DatabaseError(sqlite3_extended_errcode(target), on: target, during: "backup")
        }
        do {
            // The code repeats the one of the last step.
            defer { unsafe sqlite3_backup_finish(backup) }
            try unsafe copySteps(backup, target, progress)
        }
        // The copy says of itself that it has a log, as its source has.
        let settled = unsafe sqlite3_exec(target, "PRAGMA journal_mode = DELETE", nil, nil, nil)
        guard settled == SQLITE_OK else { throw unsafe DatabaseError(settled, on: target, during: "backup") }
    }

    private static func copySteps(
        _ backup: OpaquePointer, _ target: OpaquePointer?, _ progress: (Int, Int) throws -> Void
    ) throws {
        while true {
            let code = unsafe sqlite3_backup_step(backup, pagesPerStep)
            guard code == SQLITE_OK || code == SQLITE_DONE else {
                throw unsafe DatabaseError(code, on: target, during: "backup")
            }
            let total = unsafe Int(sqlite3_backup_pagecount(backup))
            try unsafe progress(total - Int(sqlite3_backup_remaining(backup)), total)
            if code == SQLITE_DONE { return }
        }
    }

    private static func failure(_ path: String) -> DatabaseError {
        let reason = errno
        return DatabaseError(DatabaseError.Kind(systemError: reason), "backup", "\(path): \(SystemError(reason))")
    }
}
