import CDiskShim
import SQLite
import Store

@testable import Store

/// What the program was told is on the disk, at one moment.
struct Acknowledged: Sendable {
    /// With those that the server has withdrawn since: what is there may become one of them.
    let transactions: Int
    let alerts: Int
    let deliveries: Int
    let entries: [IntentRow.ID]

    /// - Returns: What a store that was opened after a crash has lost of it; `nil` for nothing.
    func missing(in store: Store) async throws -> String? {
        let counts = try await store.counts()
        let books = try await store.accounting()
        let rows = counts.transactions + counts.withdrawnTransactions
        if rows < transactions { return "\(transactions - rows) transactions" }
        if books.alerts < alerts { return "\(alerts - books.alerts) alerts" }
        if books.everCaused < deliveries { return "\(deliveries - books.everCaused) deliveries" }
        let ids = entries
        let kept = try await store.read("kept") { snapshot in try ids.filter { try snapshot.intent($0) != nil } }
        return kept.count < entries.count ? "\(entries.count - kept.count) entries" : nil
    }
}

extension World {
    /// Notes what is on the disk by now, in the order of what the disk has seen.
    func acknowledge() async {
        guard recordsDisk, let store = program?.store, let counts = try? await store.counts(),
            let books = try? await store.accounting()
        else { return }
        disk_shim_mark(Int64(acknowledged.count))
        acknowledged.append(
            Acknowledged(
                transactions: counts.transactions + counts.withdrawnTransactions, alerts: books.alerts,
                deliveries: books.everCaused,
                entries: accepted))
    }
}
