package import Store

/// How far what a list shows of a record is what the server has; `--json` has the words in camelCase.
package enum RecordState: String, Sendable, CaseIterable {
    /// It is what the server has.
    case synced
    case pendingCreate = "pending-create"
    case pendingUpdate = "pending-update"
    case pendingDelete = "pending-delete"
    /// An order about it needs a person; the row is the server's.
    case failed
    /// Somebody else has changed the same, and a person decides; the row is the server's meanwhile.
    case conflict

    /// By the last order about it.
    ///
    /// - Parameter isContested: the order is parked because of a conflict that is open.
    package init(_ effect: RecordOrder.Effect, _ state: IntentRow.State, isContested: Bool) {
        switch (state, effect) {
        case (.parked, _): self = isContested ? .conflict : .failed
        case (.confirmed, _), (.superseded, _), (.discarded, _): self = .synced
        case (.accepted, .creates), (.sending, .creates), (.unknown, .creates), (.acked, .creates):
            self = .pendingCreate
        case (.accepted, .deletes), (.sending, .deletes), (.unknown, .deletes), (.acked, .deletes):
            self = .pendingDelete
        case (.accepted, .updates), (.sending, .updates), (.unknown, .updates), (.acked, .updates),
            (.accepted, .moves), (.sending, .moves), (.unknown, .moves), (.acked, .moves):
            self = .pendingUpdate
        }
    }
}
