package import Store
package import Values

/// An announcement that something may have changed.
///
/// It makes a scan happen sooner and says which list to read first; it never becomes a fact by itself.
package struct Hint: Sendable, Equatable {
    /// What a hint says was changed, as far as it says anything.
    package enum Subject: Sendable, Hashable {
        /// Something of this child; its list is read first.
        case child(ChildRow.ID)
        /// Made, for a child that some messages name and some do not. An id that turns out to be a child's counts as
        /// that.
        case transaction(TransactionRow.ID, child: ChildRow.ID? = nil)
        /// This child's balance is said to be this; the number is only a hint, too.
        case balance(child: ChildRow.ID, Decimal)
        /// Something of money may have changed somewhere; what cannot be read says this too.
        case something
        /// It has nothing to do with money: it is journalled, and that is all.
        case nothing
    }

    /// Decides what is read; hints of one subject are answered together.
    package let subject: Subject
    /// What the hub called it.
    package let target: String
    /// As it arrived, for the journal.
    package let frame: [UInt8]
    /// Wall time of this machine.
    package let receivedAt: Timestamp

    /// - Parameter frame: kept by the hint; the journal cuts what is too long.
    package init(_ subject: Subject, target: String, frame: [UInt8], receivedAt: Timestamp) {
        self.subject = subject
        self.target = target
        self.frame = frame
        self.receivedAt = receivedAt
    }
}

extension Hint.Subject {
    /// The child whose list answers it; `nil` where only a full scan does.
    package var child: ChildRow.ID? {
        switch self {
        case .child(let id), .balance(let id, _): id
        case .transaction(_, let id): id
        case .something, .nothing: nil
        }
    }

    /// The row that answers it; `nil` where any reading does.
    package var transaction: TransactionRow.ID? {
        switch self {
        case .transaction(let id, _): id
        case .child, .balance, .something, .nothing: nil
        }
    }
}
