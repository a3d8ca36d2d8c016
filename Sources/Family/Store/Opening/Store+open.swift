package import Observability
import SQLite

extension Store {
    /// "PkBl" as SQLite's `application_id`: another program's file is refused, not overwritten.
    private static let applicationID: Int32 = 0x506B_426C

    /// Opens `<folder>/pocketbell.sqlite`, making folder (0700) and file (0600) as needed, and brings its schema up to
    /// date.
    ///
    /// - Throws: the kinds `inUse`, `newerVersion`, `corrupted`, `readOnly`, `full`, `inputOutput` and `unusable`.
    package static func open(in folder: String, logger: Logger) async throws(StoreError) -> Store {
        let folder = StateFolder(folder)
        try folder.create()
        let path = folder.path + "/" + fileName
        let logger = logger.component("store")
        let unreadable = UnreadableRows(logger)
        var configuration = DatabaseConfiguration(path: path, applicationID: applicationID)
        configuration.unreadable = unreadable.note
        do {
            let database = try await Database.open(configuration, migrations: Migration.all)
            for warning in database.warnings { logger.warning("unsafe file system", [.detail: .text(warning)]) }
            logger.debug("store opened", [.path: .text(path)])
            return Store(database, path: path, logger: logger, unreadable: unreadable)
        } catch {
            throw StoreError(error, path: path)
        }
    }
}

extension LogKey {
    static let path = LogKey("store.path")
    static let detail = LogKey("store.detail")
}
