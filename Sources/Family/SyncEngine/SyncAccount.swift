/// What an engine is told about its account.
package struct SyncAccount: Sendable, Equatable {
    /// The account's name in the configuration.
    package let name: String
    /// How often facts are read when nothing hints at a change.
    package let scanInterval: Duration

    /// - Parameter scanInterval: from the end of a full scan to the next, when nothing else asks for one.
    package init(name: String, scanInterval: Duration = .seconds(60)) {
        self.name = name
        self.scanInterval = scanInterval
    }
}
