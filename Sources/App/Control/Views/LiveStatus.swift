package import Values

/// What the running program knows and its store does not.
package struct LiveStatus: Sendable, Equatable {
    /// One watched account.
    package struct Account: Sendable, Equatable {
        /// As configured, or as it was named at sign-in.
        package let name: String
        /// `live`, `connecting`, `waiting`, `polling`, `sign-in-needed` or `stopped`.
        package let state: String
        /// Why it is not live; for people.
        package let reason: String?
        /// The hub's origin, without path; `nil` before one was found.
        package let hub: String?
        /// When the last scan that succeeded was committed; `nil` before the first.
        package let lastScan: Timestamp?
        /// Hints that no scan has settled yet.
        package let openHints: Int

        /// A copy of one moment: whoever wants the next asks again.
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

    /// Wall time of this run's start.
    package let startedAt: Timestamp
    /// Of the running program, which may be older than the command that asks.
    package let version: String
    /// The program's state folder, by which it is told from others.
    package let stateFolder: String?
    /// The configuration file in force; `nil` if there is none.
    package let configurationFile: String?
    /// In the configuration's order.
    package let accounts: [Account]
    /// What a person should look at; empty is good.
    package let problems: [String]

    /// - Parameter problems: sentences for a person, each with its next step.
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
