package import Values

/// What the running program knows and its store does not.
package struct LiveStatus: Sendable, Equatable {
    /// One watched account.
    package struct Account: Sendable, Equatable {
        package let name: String
        /// `live`, `connecting`, `waiting`, `polling`, `sign-in-needed` or `stopped`.
        package let state: String
        /// Why it is not live; for people.
        package let reason: String?
        package let hub: String?
        package let lastScan: Timestamp?
        package let openHints: Int

        package init(
            name: String, state: String, reason: String?, hub: String?, lastScan: Timestamp?, openHints: Int
        ) {
            self.name = name
            self.state = state
            self.reason = reason
            self.hub = hub
            self.lastScan = lastScan
            self.openHints = openHints
        }
    }

    package let startedAt: Timestamp
    package let version: String
    /// The program's state folder, by which it is told from others.
    package let stateFolder: String?
    /// The configuration file in force; `nil` if there is none.
    package let configurationFile: String?
    package let accounts: [Account]
    /// What a person should look at; empty is good.
    package let problems: [String]

    package init(
        startedAt: Timestamp, version: String, stateFolder: String? = nil, configurationFile: String? = nil,
        accounts: [Account], problems: [String]
    ) {
        self.startedAt = startedAt
        self.version = version
        self.stateFolder = stateFolder
        self.configurationFile = configurationFile
        self.accounts = accounts
        self.problems = problems
    }
}
