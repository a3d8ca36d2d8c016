extension DatabaseError {
    /// What happened, for a person who does not know SQLite.
    package var sentence: String {
        switch kind {
        case .ownedByAnotherProcess: "The database is \(message)."
        case .foreignFile: "The file belongs to another program."
        case .newerSchema: "A newer version of this program has written the database."
        case .editedMigration: "This program's build does not fit the database: \(message)."
        case .cannotOpen: "The database cannot be opened: \(message)."
        case .notADatabase: "The file is not a database, or its beginning is damaged."
        case .settingRefused: "The database refuses a setting that safety depends on: \(message)."
        case .full: "The disk is full."
        case .inputOutput: "The disk or the file system fails: \(message)."
        case .corrupt: "The database is damaged."
        case .readOnly: "The database file must not be written."
        case .readOnlyFolder: "No file can be written in the database's folder."
        case .outOfMemory: "The system gives no more memory or threads."
        case .tooManyFiles: "No more files may be opened: \(message)."
        case .decoding: "A row of the database cannot be read: \(operation), \(message)."
        case .constraint, .notAuthorized, .malformedQuery, .tooBig, .other:
            "The database refused an operation: \(description)."
        case .busy: "The database is busy for longer than this program waits."
        case .interrupted: "A query took too long and was ended."
        case .overloaded: "More work for the database is waiting than this program accepts."
        case .closed: "The database is closed."
        }
    }

    /// What to do about it.
    package var nextStep: String {
        switch kind {
        case .ownedByAnotherProcess: "Stop the other copy, or give this one a state folder of its own."
        case .foreignFile, .notADatabase:
            "Give this program another state folder, or move the file away if nothing in it is needed."
        case .newerSchema: "Install that version again, or go back to the copy that was made before the update."
        case .editedMigration: "Install a released version of this program."
        case .cannotOpen: "Check that the folder exists and that this user may use it."
        case .settingRefused: "Check that the folder is on a local disk and which SQLite library is installed."
        case .full: "Make room on the disk."
        case .inputOutput: "Look at the system's log for disk errors, and copy the folder to a safe place."
        case .corrupt: "Run the doctor, keep a copy of the folder, and go back to the last good copy."
        case .readOnly, .readOnlyFolder:
            "Give the user that runs this program permission to write there, and check that the disk is not mounted "
                + "read-only."
        case .outOfMemory: "End other programs, or raise this one's limits of memory and processes."
        case .tooManyFiles: "Raise the limit of open files (ulimit -n), or end other programs that have many open."
        case .decoding:
            "A newer version of this program may have written it, or the disk fails: keep a copy of the folder, and look at "
                + "the system's log."
        case .constraint, .notAuthorized, .malformedQuery, .tooBig, .other, .closed:
            "This is a mistake in the program: please report it with this text."
        case .busy: "End other programs that have the file open, such as a database browser."
        case .interrupted, .overloaded: "Try again when the machine is less busy."
        }
    }
}
