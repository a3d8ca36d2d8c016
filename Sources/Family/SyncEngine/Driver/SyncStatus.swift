package import Values

/// How an account's engine stands.
package struct SyncStatus: Sendable, Equatable {
    /// The account's name.
    package var account: String
    package var state = SyncState.starting
    /// The hub's connection is up.
    package var isLinkUp = false
    package var isScanning = false
    /// When the last complete scan ended.
    package var lastScanAt: Timestamp?
    /// `complete`, or the reason of the last scan's failure.
    package var lastScanOutcome: String?
    /// What is wrong and what to do, for people; `nil` if nothing is.
    package var message: String?
    /// Announcements that nothing has answered yet.
    package var openHints = 0
    /// Facts in a row that no hint had announced: a hub that is up and says nothing may be deaf.
    package var unannouncedFacts = 0

    package init(account: String) { self.account = account }

    package var needsSignIn: Bool { state == .signInRequired }
}
