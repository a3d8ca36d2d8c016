package import Store
package import Values

/// Which of the server's rows an intent made, where the server has no word for it: a row of the same content that was not there
/// before it was sent, made in the time in which it was under way.
package struct IntentMatch: Sendable, Equatable {
    /// A row may bear a time this much before the first byte was sent: the server cuts times to seconds.
    package static let tolerance: Duration = .seconds(5)
    /// As often it is sent without a clear answer and without a row; then a person decides.
    package static let attemptLimit = 3
    /// A row that the server has named and does not list is looked for this long.
    package static let answeredPatience: Duration = .seconds(600)

    /// What a list makes of an intent.
    package enum Step: Sendable, Equatable {
        /// Nothing in it is what was made.
        case nothing
        /// Probably this row; what becomes of the attempt decides.
        case claim(TransactionRow.ID)
        /// This row.
        case confirm(TransactionRow.ID, remark: String?)
    }

    /// What to do with an intent that a list was read for, after the list has said what it knows.
    package enum Verdict: Sendable, Equatable {
        /// It is at its end, or a person has taken it in hand.
        case ended
        /// It was not made.
        case sendAgain
        /// Later: the list may lag behind.
        case lookAgain
        /// A person decides, for this reason.
        case park(String)
    }

    /// How long after an attempt a server may still make a row of it.
    package let settle: Duration

    /// - Parameter settle: see ``SyncTimings/settle``.
    package init(settle: Duration) { self.settle = settle }

    /// The times, by the server's clock, that a row bears which the intent made; `nil` if it was never sent.
    package func window(of intent: IntentRow) -> ClosedRange<Timestamp>? {
        guard let first = intent.firstSentAt, let last = intent.lastAttemptAt else { return nil }
        let start = first.advanced(by: .zero - Self.tolerance)
        return start...max(start, last.advanced(by: settle))
    }

    /// What the child's rows make of it.
    ///
    /// - Parameters:
    ///   - rows: the child's, earliest first, none of which counts as another intent.
    ///   - answered: the row that the server named, if it is there.
    ///   - isSettled: the rows were asked for after the server had time enough.
    package func step(
        _ intent: IntentRow, among rows: [TransactionRow], answered: TransactionRow? = nil, isSettled: Bool
    ) -> Step {
        guard intent.state.isWaiting, let window = window(of: intent), let before = intent.before else {
            return .nothing
        }
        if intent.state == .acked {
            // A server that began anew may have named a row whose number an old one has here.
            guard let answered, answered.position > before else { return .nothing }
            return .confirm(answered.id, remark: nil)
        }
        let found = rows.filter {
            $0.position > before && window.contains($0.createdAt) && $0.fingerprint == intent.fingerprint
        }
        guard let row = found.first else { return .nothing }
        // Whatever was sent and is back among what waits has had its time.
        guard isSettled || intent.state == .accepted else { return .claim(row.id) }
        return .confirm(
            row.id, remark: found.count > 1 ? "\(found.count) rows are alike; the earliest is taken for it" : nil)
    }

    /// Of rows that count as no other intent one that may be what it made, if the server's clock is not the one that its answers bear.
    package func stranger(to intent: IntentRow, among rows: [TransactionRow]) -> TransactionRow? {
        guard let before = intent.before, let window = window(of: intent) else { return nil }
        return rows.first {
            $0.position > before && $0.fingerprint == intent.fingerprint && !window.contains($0.createdAt)
        }
    }

    /// What to do now that a list was read which began after the server had time enough.
    ///
    /// - Parameters:
    ///   - intent: as the list has left it.
    ///   - unexplained: what the child's balance has that its newest row does not say.
    ///   - stranger: a row that is like it and was not there before, but bears a time at which it was not under way.
    ///   - now: wall time.
    package func verdict(
        on intent: IntentRow?, unexplained: Decimal, stranger: TransactionRow? = nil, now: Timestamp
    ) -> Verdict {
        guard let intent, intent.state.isWaiting, intent.state != .accepted else { return .ended }
        if intent.state == .acked {
            guard now.duration(since: intent.dueAt) >= Self.answeredPatience else { return .lookAgain }
            return .park("the server said that it made it, and does not list it")
        }
        if intent.transaction != nil { return .lookAgain }
        if unexplained == intent.order.content?.amount {
            return .park("it is not in the list, and yet the balance has moved by as much")
        }
        if let stranger {
            return .park(
                "the list has one like it since (\(stranger.id.rawValue.prefix(8))), of a time at which it was not under way; look "
                    + "whether it is the same")
        }
        guard intent.attempts < Self.attemptLimit else {
            let why = intent.reason.map { ": \($0)" } ?? ""
            return .park("sent \(intent.attempts) times, and the server has made nothing of it\(why)")
        }
        return .sendAgain
    }
}
