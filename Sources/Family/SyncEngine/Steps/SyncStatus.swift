package import Store
package import Values

/// How an account's engine stands.
package struct SyncStatus: Sendable, Equatable {
    /// The account's name.
    package var account: String
    /// `starting` until the first scan has ended.
    package var state = SyncState.starting
    /// The hub's connection is up.
    package var isLinkUp = false
    /// A scan runs, or its comparison of balances is still to come.
    package var isScanning = false
    /// When the last complete scan ended.
    package var lastScanAt: Timestamp?
    /// `complete`, or the reason of the last scan's failure.
    package var lastScanOutcome: String?
    /// What is wrong, for people; `nil` if nothing is.
    package var message: String?
    /// What to do about it; `nil` where that is nothing.
    package var nextStep: String?
    /// When the first of the scans failed that have failed in a row; wall time, `nil` if the last one succeeded.
    package var failingSince: Timestamp?
    /// Announcements that nothing has answered yet.
    package var openHints = 0
    /// Facts in a row that no hint had announced.
    package var unannouncedFacts = 0
    /// Whether the hub says what happens, as far as it ever has.
    package var hearing = HubHearing()

    /// The server was perhaps restored from a backup; also one that is long over. `nil` if that was never seen.
    package var restoration: Restoration?
    /// What the server contradicts itself in.
    package var doubts = BooksDoubts()

    /// The scans that read every child.
    package var fullScans = FullScans()
    /// The hub is connected, and no full scan has looked yet at what was said before.
    package var isCatchingUp = false
    /// How many answers the scan under way waits for, as far as it knows.
    package var openQuestions = 0

    /// An engine that has done nothing yet.
    package init(account: String) { self.account = account }

    /// Only a person's sign-in helps: looked for every ``SyncTimings/signInRetry``, and at once when it is made here.
    package var needsSignIn: Bool { state == .signInRequired }
}

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
