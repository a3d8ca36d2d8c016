import AllowanceAPI
import Store
import Values

/// What happens to the orders of one account.
enum OrderEvent: Sendable {
    /// Answers ``OrderEffect/store(_:of:)``; `nil` for what the store has to send.
    case stored(IntentRow.ID?, Result<OrderTask.Answer, StoreError>)
    /// Answers ``OrderEffect/send(_:over:)``.
    case sent(IntentRow.ID, PushOutcome)
    /// Answers ``OrderEffect/look(_:_:also:)``.
    case looked(IntentRow.ID, Result<OrderEvidence, FactError>)
}

/// What sending orders takes. Each but the last is answered once.
enum OrderEffect: Sendable {
    /// Those of one order come one after the other.
    ///
    /// - Parameter of: `nil` for what the store has to send.
    case store(OrderTask, of: IntentRow.ID?)
    /// One request; its mark is on the disk.
    ///
    /// - Parameter over: what its record said when it was looked at last.
    case send(IntentRow, over: String?)
    /// Read the list that shows what came of it.
    ///
    /// - Parameter also: a kept list that it changes as well; read after the other one, so that both are of one moment.
    case look(IntentRow, RecordOrder, also: RecordPlan.Key?)
    case tell(ScanNews)
}
