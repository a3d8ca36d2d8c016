import Glibc
import SQLite
package import Values

/// What is done for a store now and then, and by people: it is looked after, copied and explained.
package struct StoreCare: Sendable {
    let store: Store

    /// Nothing is done yet.
    package init(_ store: Store) { self.store = store }

    /// The last that had to be done at a start; `nil` for a store that never needed it.
    package func lastRecovery() async throws(StoreError) -> RecoveryReport? {
        try await store.read("recovery.last") { try $0.firstReadable(RecoveryReport.last) }
    }

    /// The same as long as a person should know of it: for a week, unless the files that were set aside are removed before. Where the
    /// disk is not to blame and nothing is missing, until everybody's server was read to the end since. Of a copy that a person
    /// restored nothing is told, but what the ledger could not say.
    ///
    /// - Parameter watched: the names of the accounts that are; whoever has logged out is read no more.
    package func recoveryToTell(now: Timestamp, watched: [String]) async throws(StoreError) -> RecoveryReport? {
        guard let report = try await lastRecovery(), report.reason != .restored || report.damagedLines > 0,
            now.duration(since: report.at) < .seconds(7 * 86_400)
        else { return nil }
        if let folder = report.folder, unsafe access(folder, F_OK) != 0 { return nil }
        guard report.isWhole, report.reason != .damaged else { return report }
        let accounts = try await store.read("recovery.accounts") { try $0.accounts() }
        let isRead = watched.allSatisfy { name in
            accounts.contains { $0.name == name && $0.lastScanFinishedAt ?? report.at > report.at }
        }
        return isRead && !watched.isEmpty ? nil : report
    }

    /// The state folder.
    package var folder: StateFolder { StateFolder(String(store.path.dropLast(StateFolder.storeName.utf8.count + 1))) }

    // MARK: Its files

    /// Whether a copy waits to take the store's place at the next opening.
    package var hasCopyWaiting: Bool { unsafe access("\(folder.path)/\(StoreMark.restoreName)", F_OK) == 0 }

    /// Whether the file that this process has open is the one that lies at its path.
    package var isInPlace: Bool { store.file.isInPlace }

    /// The store was deleted, or another file lies in its place: what this process still has open is copied to where the next opening
    /// takes it up, and what lies there is set aside.
    package func rescue(now: Timestamp) async throws(StoreError) {
        let folder = folder
        do {
            try await store.database.backUp(to: "\(folder.path)/\(StoreMark.rescueName)")
            _ = try SetAside(in: folder).take(store.path, because: "foreign", at: now, isDamaged: false)
        } catch {
            throw StoreError(error, path: store.path)
        }
    }

    /// Looks at every page and index and at the sums of open orders, beside whatever is written meanwhile; takes as long as reading the file.
    ///
    /// - Returns: What is wrong with them; the next opening then makes the store anew. Empty is good.
    package func checkEverything(now: Timestamp) async throws(StoreError) -> [String] {
        do {
            let findings = try await store.database.checkEverything(references: false).filter(Database.isOfPages)
            if !findings.isEmpty { DamageNote(store.path).write() }
            try await StoredIntents(store).mend()
            try await store.write("check") { try $0.setMeta(Self.checkedName, to: String(now.microseconds)) }
            return findings
        } catch {
            throw StoreError(error, path: store.path)
        }
    }

    /// When every page was looked at for the last time; `nil` if never.
    package func lastCheck() async throws(StoreError) -> Timestamp? {
        let text = try await store.read("check") { try $0.meta(Self.checkedName) }
        return text.flatMap { Int64($0) }.map { Timestamp(microseconds: $0) }
    }

    private static var checkedName: String { "check.at" }

    /// Moves what the log holds into the file and gives its room back, as far as no reader needs it.
    package func emptyLog() async throws(StoreError) {
        do { try await store.database.emptyLog() } catch { throw StoreError(error, path: store.path) }
    }

    // MARK: The ledger

    /// Makes the ledger small again once it is large, and anew if somebody took its file away. For now and then.
    package func tendLedger(now: Timestamp) async throws(StoreError) {
        let ledger = store.ledger
        if ledger.failure != nil {
            ledger.catchUp()
            try await store.write("ledger.catchUp") { _ in }
        }
        guard ledger.isLost || ledger.size > Self.ledgerLimit else { return }
        guard let id = try await store.read("store.id", { try $0.meta(StoreMark.idName) }) else { return }
        try await StoredIntents(store).mend()
        try await store.write("ledger.renew") { try $0.renew(ledger, id: id, now: now) }
    }

    /// In bytes; some 100,000 deliveries.
    private static var ledgerLimit: Int { 16 << 20 }
}
