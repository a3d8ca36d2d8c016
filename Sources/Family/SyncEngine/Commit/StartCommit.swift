import Store
import Values

/// Finds the account in the store, or makes it, and takes up what was open when the program ended.
struct StartCommit: Sendable {
    /// The account's name in the configuration.
    let name: String
    let origin: String
    /// How long a server may need for what was being sent.
    let settle: Duration
    let now: Timestamp

    func run(in transaction: borrowing StoreTransaction) throws -> Resumption {
        let server = try transaction.ensureServer(origin: origin)
        let account = try transaction.ensureAccount(named: name, on: server, at: now)
        // Nobody knows any more whether it arrived.
        try transaction.doubtInterruptedIntents(of: account.id, due: now.advanced(by: settle))
        return Resumption(
            account: account, hints: try transaction.openHints(of: account.id),
            deepScanAt: try transaction.memory(.deepScan, of: account.id).map(Timestamp.init(microseconds:)),
            worstLateness: .seconds(try transaction.memory(.lateness, of: account.id) ?? 0),
            restoration: try transaction.restoration(of: account.id),
            missingSince: try transaction.firstMissing(of: account.id),
            announced: try transaction.announcedKinds(to: account.id))
    }
}

/// What the store has of an account when its engine starts.
struct Resumption: Sendable {
    let account: AccountRow
    let hints: [HintRow]
    /// When a whole history was read last; wall time.
    let deepScanAt: Timestamp?
    /// The largest lateness that a row of this account had.
    let worstLateness: Duration
    /// The server was perhaps restored from a backup; `nil` if that was never seen.
    var restoration: Restoration?
    /// Since when a transaction of the account's children is missing, by the server's clock; `nil` if none is.
    var missingSince: Timestamp?
    /// What was ever announced to the login.
    var announced: Set<AnnouncedKind> = []
}
