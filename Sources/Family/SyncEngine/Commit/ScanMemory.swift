import Store
import Values

/// What an account's scans remember from run to run, besides its row.
struct ScanMemory: Sendable, Equatable {
    let deepScanAt: Timestamp?
    /// The largest lateness that a row of this account had.
    let worstLateness: Duration

    init(of account: AccountRow.ID, in snapshot: borrowing some StoreReading & ~Copyable) throws {
        deepScanAt = try snapshot.meta(Self.deepKey(account)).flatMap(Int64.init).map(Timestamp.init(microseconds:))
        worstLateness = .seconds(try snapshot.meta(Self.latenessKey(account)).flatMap(Int64.init) ?? 0)
    }

    static func deepKey(_ account: AccountRow.ID) -> String { "scan.deep|\(account.rawValue)" }
    static func latenessKey(_ account: AccountRow.ID) -> String { "scan.lateness|\(account.rawValue)" }
}
