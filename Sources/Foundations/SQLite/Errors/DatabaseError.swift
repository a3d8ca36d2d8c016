import CSQLite
import Glibc

/// The one error type of this module: what kind, where, SQLite's own code and words.
///
/// It names the query, never the values bound to it. ``sentence`` and ``nextStep`` are for people, `description` is for
/// logs.
package struct DatabaseError: Error, Sendable, Equatable {
    /// What went wrong, as a closed set that callers switch over and metrics use as a label.
    package enum Kind: String, Sendable, CaseIterable {
        /// Another copy of the program, or another `Database` of this one, has the file.
        case ownedByAnotherProcess
        /// The file belongs to another program.
        case foreignFile
        /// The file was written by a newer version of the program.
        case newerSchema
        /// A migration that this file has seen was changed afterwards: a mistake in the program.
        case editedMigration
        /// The file or its folder is missing or cannot be opened.
        case cannotOpen
        /// The file is something else, or its first page is damaged.
        case notADatabase
        /// SQLite did not take a setting that safety depends on.
        case settingRefused

        /// No room on the disk, or a quota is used up.
        case full
        /// The disk or file system fails. What was written last may be unreadable; the process should end.
        case inputOutput
        /// The file's content is damaged.
        case corrupt
        /// The file must not be written.
        case readOnly
        /// Nothing can be created in the file's folder.
        case readOnlyFolder
        /// Or out of threads: the system gives no more.
        case outOfMemory
        /// The process or the machine has as many files open as it may.
        case tooManyFiles

        case constraint, notAuthorized, malformedQuery, decoding, tooBig
        case busy, interrupted, overloaded, closed
        case other
    }

    /// Of the closed set.
    package let kind: Kind
    /// The name of the query or the step of the life cycle, such as `child.insert` or `open`.
    package let operation: String
    /// SQLite's text or ours; holds names from the schema, no bound value.
    package let message: String
    /// SQLite's extended result code, 0 for an error that SQLite did not raise.
    package let extendedCode: Int32

    /// For this module, and for what opens a database to say what it found.
    package init(_ kind: Kind, _ operation: String, _ message: String, extendedCode: Int32 = 0) {
        self.kind = kind
        self.operation = operation
        self.message = message
        self.extendedCode = extendedCode
    }
}

extension DatabaseError: CustomStringConvertible {
    /// For logs: operation, kind, message, code.
    package var description: String {
        let code = extendedCode == 0 ? "" : " (SQLite \(extendedCode))"
        return "\(operation): \(kind.rawValue): \(message)\(code)"
    }
}

extension DatabaseError {
    /// Reads the error state of a connection; call it at once after the failing call.
    init(_ code: Int32, on handle: OpaquePointer?, during operation: String) {
        let kind = Kind(resultCode: code, systemError: unsafe handle.map { unsafe sqlite3_system_errno($0) } ?? 0)
        // FTS5 quotes the bound search text in its messages ("fts5: syntax error near …"), and it
        // reports them as the generic error; so that one code is described by its name only.
        let isGeneric = code & 0xff == SQLITE_ERROR && kind == .other
        let text = unsafe isGeneric ? sqlite3_errstr(code) : sqlite3_errmsg(handle)
        unsafe self.init(kind, operation, text.map { unsafe String(cString: $0) } ?? "unknown", extendedCode: code)
    }
}

extension DatabaseError.Kind {
    /// Why the system refused to make, open or change a file.
    init(systemError: Int32) {
        self =
            switch systemError {
            case EROFS, EACCES: .readOnlyFolder
            case ENOSPC, EDQUOT: .full
            case EMFILE, ENFILE: .tooManyFiles
            case EIO: .inputOutput
            default: .cannotOpen
            }
    }

    /// - Parameter systemError: the system's own, behind the result.
    init(resultCode: Int32, systemError: Int32 = 0) {
        self =
            switch resultCode & 0xff {
            case SQLITE_FULL: .full
            // The file of the log's index could not grow: nothing was written yet.
            case SQLITE_IOERR where resultCode == csqlite_ioerr_shmsize && Self(systemError: systemError) == .full:
                .full
            case SQLITE_IOERR: .inputOutput
            case SQLITE_CORRUPT: .corrupt
            case SQLITE_NOTADB: .notADatabase
            case SQLITE_READONLY: .readOnly
            case SQLITE_NOMEM: .outOfMemory
            case SQLITE_CONSTRAINT: .constraint
            case SQLITE_AUTH: .notAuthorized
            case SQLITE_TOOBIG: .tooBig
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_INTERRUPT: .interrupted
            // SQLite reports it as a file that can't be opened.
            case SQLITE_CANTOPEN where Self(systemError: systemError) == .tooManyFiles: .tooManyFiles
            case SQLITE_CANTOPEN, SQLITE_PERM: .cannotOpen
            default: .other
            }
    }
}
