import Store
import Values

/// What an account's scans remember from run to run, besides its row.
struct ScanMemory: Sendable, Equatable {
    let deepScanAt: Timestamp?
    /// The largest lateness that a row of this account had.
    let worstLateness: Duration

    init(of account: AccountRow.ID, in snapshot: borrowing some StoreReading & ~Copyable) throws {
        deepScanAt = try snapshot.memory(.deepScan, of: account).map(Timestamp.init(microseconds:))
        worstLateness = .seconds(try snapshot.memory(.lateness, of: account) ?? 0)
    }
}
