/// How a store and the ledger beside it stand to each other when the store is opened: what that tells of where the store comes from.
struct LedgerStanding: Sendable, Equatable {
    /// `nil` for a store that is new, or of a version that gave it none.
    let id: String?
    /// The last number that the store has noted for its ledger; 0 for none.
    let head: Int64
    /// The first number that the store still has for its ledger; `nil` if it has none.
    let firstDue: Int64?
    /// The number of the ledger's last line; 0 for an empty one.
    let ledgerHead: Int64
    /// Whether there is a ledger that says anything.
    let hasLedger: Bool
    /// Whether the ledger's first line is another store's, or nobody's.
    let isAnothers: Bool

    /// The ledger has lines that the store knows nothing of.
    var isAhead: Bool { ledgerHead > head }

    /// Nothing is missing between the ledger's end and what the store still has for it.
    var isUnbroken: Bool { ledgerHead >= head || firstDue.map { $0 <= ledgerHead + 1 } ?? false }

    /// Whether the ledger has to be read and written anew.
    var isDoubtful: Bool { id == nil || isAhead || isAnothers }

    /// Whether another store lies here than the ledger followed: an older copy, or another family's.
    ///
    /// - Parameter known: what the ledger says; `nil` where there is none, or nothing made anybody ask it.
    func isReplaced(_ known: LedgerContents?) -> Bool { isAhead || known?.storeID.map { $0 != id } ?? false }

    /// Whether what came of the store's orders is known up to now. Else each that is open may have been sent since, also by whoever
    /// had the store then.
    ///
    /// - Parameter reason: what was found at the start; `nil` for nothing.
    func isFollowed(by known: LedgerContents?, after reason: RecoveryReport.Reason?) -> Bool {
        switch reason {
        case .restored, .replaced: known?.follows(id, from: head) ?? false
        // A line that cannot be read may have said that it was sent.
        case .damaged, .deleted: known?.damaged ?? 0 == 0
        // Each opening leaves a ledger behind. Where it is gone, or ends before what the store has for it begins, this may be a copy.
        case nil: id == nil || head == 0 || hasLedger && isUnbroken
        }
    }
}
