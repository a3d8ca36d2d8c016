/// How a database is opened.
package struct DatabaseConfiguration: Sendable {
    /// Where the file is, or will be; its folder must exist. Beside it lie `-wal`, `-shm` and `-lock`.
    package var path: String
    /// Marks the file as this program's (SQLite's `application_id`); any number but 0.
    package var applicationID: Int32
    /// Connections that read at the same time, each with its thread; 1 to 8.
    package var readers = 2
    /// Calls that may wait for the writer, and for the readers, before further ones are refused as `overloaded`.
    package var queueCapacity = 1_024
    /// Logical transactions in one physical one at most.
    package var commitBatchLimit = 256
    /// How long one `read` may take; it also bounds how long a snapshot can hold back the log.
    package var readTimeLimit: Duration = .seconds(30)
    /// Whether a checked copy of the file is made before its schema is changed (``MigrationCopy``); where that fails, nothing is changed.
    package var copiesBeforeMigrating = true
    /// Hears of each row that ``Reading/readable(_:_:)`` leaves out, on a thread of the database: it must be quick.
    package var unreadable: @Sendable (UnreadableRow) -> Void = { _ in }
    /// Follows each commit on the writer's thread.
    package var companion: (any CommitCompanion)?

    /// - Precondition: `applicationID` isn't 0, which files without an owner have.
    package init(path: String, applicationID: Int32) {
        precondition(applicationID != 0, "0 is what files without an owner have")
        self.path = path
        self.applicationID = applicationID
    }
}
