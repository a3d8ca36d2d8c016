import Store
import Values

/// What a ``SyncCore`` wants done. Effects of one step may go on side by side, as far as their answers allow.
enum SyncEffect: Sendable {
    /// Answered by ``SyncEvent/answered(_:_:user:)``, unless the core has given the question up meanwhile.
    case ask(Question)
    /// A scan begins; answered by ``SyncEvent/prepared(user:)``.
    case prepare(ScanScope, from: Duration)
    /// Answered by ``SyncEvent/stored(_:_:)``; one at a time of each lane.
    case store(StoreTask.Lane, StoreTask)
    /// What sending orders takes; answered by ``SyncEvent/order(_:)``.
    case order(OrderEffect)
    /// For log and metrics.
    case tell(ScanNews)
    /// A scan is the first that works after an outage while the link is not up: its hub is worth a try.
    case announceRecovery
    /// The server answers again after scans that failed.
    case announceAnswers
    /// The hub says nothing of what happens: its connection is renewed.
    case renewLink
    /// The store is lost: another try could only do harm.
    case fail(StoreError)
    /// All that had to be journalled is; what goes on may be given up.
    case end
}

/// What people and metrics are told of scans and orders.
enum ScanNews: Sendable {
    /// - Parameter isFirst: none had been dropped for a while.
    case hintsDropped(Int, isFirst: Bool)
    case hintsArrived(Int)
    /// One commit has taken hints in.
    case hintsJournalled
    /// - Parameter count: scans that failed in a row.
    case scanFailed(FactError, count: Int, after: Duration)
    case scanCompleted(ScanScope, Scan.Result, after: Duration)
    case personChanged
    /// - Parameters:
    ///   - gone: children that nobody sees any more.
    ///   - withdrawn: those whose lists are given up.
    case lost(gone: [ChildRow.ID], withdrawn: Set<ChildRow.ID>)
    /// - Parameter replaced: rows in whose place another one stands, under the same id.
    case withdrew(WithdrawalCommit.Outcome, replaced: Int)
    /// What the server contradicts itself in.
    case contradicted([String])
    /// The wall clock was set by so much.
    case clockStepped(Duration)
    /// How hints stand after a scan.
    case settled([HintBook.Settlement])
    /// What a list has brought; `changed` has those that were withdrawn and are back, too.
    case found(added: [TransactionRow], changed: Int, alerts: Int, of: ChildRow.ID)
    /// - Parameter breaks: between rows of one list.
    case moved(breaks: [ChainCheck.Break], of: ChildRow.ID)
    case stateChanged(SyncState)
    case storeFailed(StoreError)
    case storeWorks
    case recounted([Miscount])
    /// A check of the counts took too long; it is made again another day.
    case recountFailed(StoreError)
    case orderSent(IntentRow.ID, PushOutcome)
    /// It waits for a person.
    case orderParked(IntentRow.ID, String)
}
