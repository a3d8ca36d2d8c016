package import Store

/// Decides what is done next for the intents of one child, or of a login: one at a time, in the order of acceptance, and never
/// without a look at a list before.
///
/// Money has the child's list of transactions, which scans read; other orders have lists of their own, which are read for them: a look
/// is both reading and asking then. An intent is sent after a list that began when it was due: what is in it was there before. One of which nobody can say
/// whether it was made is looked for in a list that began after the server had time enough. Times count from the engine's start.
package struct IntentLane: Sendable, Equatable {
    /// What is to be done now, and answered by an event.
    package enum Action: Sendable, Equatable {
        /// Mark it, send it, write down what came of it; answered by ``finished(_:)``.
        case push(IntentRow.ID)
        /// Ask what the list has made of it; answered by ``judged(_:of:next:)``.
        case judge(IntentRow.ID)
    }

    /// The first intent of the child that waits, as the store has it.
    package struct Head: Sendable, Equatable {
        /// The first in the order of acceptance.
        package let id: IntentRow.ID
        /// It was sent and not answered for: the server may have made it.
        package let isDoubtful: Bool
        /// When it may be sent, or be looked for.
        package let due: Duration
        /// Its list is one that scans don't read.
        package let hasOwnList: Bool

        /// - Parameter isDoubtful: it is looked for, not sent.
        package init(_ id: IntentRow.ID, isDoubtful: Bool, due: Duration, hasOwnList: Bool = false) {
            self.id = id
            self.isDoubtful = isDoubtful
            self.due = due
            self.hasOwnList = hasOwnList
        }
    }

    /// How far the head is.
    package enum Phase: Sendable, Equatable {
        /// Nothing waits.
        case idle
        /// A list that begins at or after this is read before it is sent.
        case reading(IntentRow.ID, since: Duration)
        /// It is marked, sent and written down.
        case pushing(IntentRow.ID)
        /// A list that begins at or after this says whether it was made.
        case looking(IntentRow.ID, since: Duration)
        /// The store is asked what the list has made of it.
        case judging(IntentRow.ID)
        /// Its own list is read at this time, before it is sent or to see what came of it.
        case waiting(IntentRow.ID, since: Duration, isDoubtful: Bool)
        /// Its own list is read, and says what is next.
        case checking(IntentRow.ID)
    }

    /// See ``Phase``.
    package private(set) var phase = Phase.idle

    /// A lane without intents.
    package init() {}

    /// When a list has to be read for it; `nil` for none.
    package var listDue: Duration? {
        switch phase {
        case .reading(_, let since), .looking(_, let since): since
        case .idle, .pushing, .judging, .waiting, .checking: nil
        }
    }

    /// When `checkDue(at:)` has something to say; `nil` for never.
    package var ownListDue: Duration? { if case .waiting(_, let since, _) = phase { since } else { nil } }

    /// Has the intent's own list read, if it is time.
    package mutating func checkDue(at now: Duration) -> Action? {
        guard case .waiting(let id, let since, _) = phase, now >= since else { return nil }
        phase = .checking(id)
        return .judge(id)
    }

    /// The intent that a list which begins then decides about.
    package func settled(byListFrom began: Duration) -> IntentRow.ID? {
        guard case .looking(let id, let since) = phase, began >= since else { return nil }
        return id
    }

    /// Takes what the store has now. What is under way is not disturbed.
    package mutating func take(_ head: Head?, at now: Duration) {
        switch phase {
        case .pushing, .judging, .checking: return
        case .idle, .reading, .looking, .waiting: break
        }
        guard let head else { return phase = .idle }
        switch (phase, head.isDoubtful) {
        // Its list may be on its way: a later moment would be one list more.
        case (.reading(head.id, let since), false) where since <= max(head.due, now): return
        // The server's time runs since the attempt.
        case (.looking(head.id, _), true), (.waiting(head.id, _, isDoubtful: true), true): return
        case (.waiting(head.id, let since, isDoubtful: false), false) where since <= max(head.due, now): return
        case (_, let isDoubtful) where head.hasOwnList:
            phase = .waiting(head.id, since: isDoubtful ? head.due : max(head.due, now), isDoubtful: isDoubtful)
        case (_, false): phase = .reading(head.id, since: max(head.due, now))
        case (_, true): phase = .looking(head.id, since: head.due)
        }
    }

    /// The child's list was read to its end and is in the store.
    ///
    /// - Parameter began: when it was asked for.
    package mutating func listRead(began: Duration) -> Action? {
        switch phase {
        case .reading(let id, let since) where began >= since:
            phase = .pushing(id)
            return .push(id)
        case .looking(let id, let since) where began >= since:
            phase = .judging(id)
            return .judge(id)
        case .idle, .reading, .pushing, .looking, .judging, .waiting, .checking: return nil
        }
    }

    /// A scan that should have read the child's list has not.
    ///
    /// - Parameters:
    ///   - began: when that scan began.
    ///   - next: when another is worth while.
    package mutating func listMissed(began: Duration, next: Duration) {
        switch phase {
        case .reading(let id, let since) where began >= since: phase = .reading(id, since: next)
        case .looking(let id, let since) where began >= since: phase = .looking(id, since: next)
        case .idle, .reading, .pushing, .looking, .judging, .waiting, .checking: break
        }
    }

    /// What kept it from being sent may be over. What the server needs time for is not hurried.
    package mutating func hurry(at now: Duration) {
        switch phase {
        case .reading(let id, let since): phase = .reading(id, since: min(since, now))
        case .waiting(let id, let since, isDoubtful: false):
            phase = .waiting(id, since: min(since, now), isDoubtful: false)
        case .idle, .pushing, .looking, .judging, .waiting, .checking: break
        }
    }

    /// What the list has made of it. Where it has to be sent again, that list was the look before it.
    ///
    /// - Parameters:
    ///   - isDoubtful: it was sent, and looking again is not hurried.
    ///   - next: when another look is worth while.
    package mutating func judged(
        _ verdict: IntentMatch.Verdict, of intent: IntentRow.ID, isDoubtful: Bool = true, next: Duration
    ) -> Action? {
        let hasOwnList: Bool
        switch phase {
        case .judging(intent): hasOwnList = false
        case .checking(intent): hasOwnList = true
        case .idle, .reading, .pushing, .looking, .judging, .waiting, .checking: return nil
        }
        switch verdict {
        case .ended, .park:
            phase = .idle
            return nil
        case .lookAgain:
            phase =
                hasOwnList ? .waiting(intent, since: next, isDoubtful: isDoubtful) : .looking(intent, since: next)
            return nil
        case .sendAgain:
            phase = .pushing(intent)
            return .push(intent)
        }
    }

    /// What became of it is written down, or can't be; also of what went on before the lane was made anew, and was not begun again.
    package mutating func finished(_ intent: IntentRow.ID) {
        switch phase {
        case .pushing(intent), .judging(intent), .checking(intent): phase = .idle
        case .idle, .reading, .pushing, .looking, .judging, .waiting, .checking: break
        }
    }
}
