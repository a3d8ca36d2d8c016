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
    /// Facts in a row that no hint had announced: a hub that is up and says nothing may be deaf.
    package var unannouncedFacts = 0

    /// An engine that has done nothing yet.
    package init(account: String) { self.account = account }

    /// Only a person's sign-in helps: looked for every ``SyncTimings/signInRetry``, and at once when it is made here.
    package var needsSignIn: Bool { state == .signInRequired }
}
