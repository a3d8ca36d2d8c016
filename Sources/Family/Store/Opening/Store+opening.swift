package import Observability

extension Store {
    /// Opens the store of a folder, making folder (0700) and file (0600) as needed, and brings its schema up to date. One that is
    /// damaged, gone or not the one that the ledger followed goes on from what is left.
    ///
    /// - Parameter program: the version of the program, which the store notes for older ones.
    /// - Throws: the kinds `inUse`, `newerVersion`, `corrupted`, `readOnly`, `full`, `inputOutput` and `unusable`.
    package static func open(
        in folder: String, program: String = "", logger: Logger
    ) async throws(StoreError) -> Store {
        let (folder, logger) = (StateFolder(folder), logger.component("store"))
        try folder.create()
        return try await StoreOpening.run(in: folder, program: program, logger: logger)
    }
}
