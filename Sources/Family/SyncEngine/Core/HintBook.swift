package import Store
package import Values

/// The hints that nothing has answered yet, and what has to be read for them.
package struct HintBook: Sendable {
    /// Hints that say the same and are answered together.
    package struct Entry: Sendable, Equatable {
        package internal(set) var ids: [HintRow.ID]
        package let subject: Hint.Subject
        /// When the first arrived, in wall time.
        package let receivedAt: Timestamp
        package let firstAt: Duration
        /// When the last arrived: only a scan that began later can answer it.
        package internal(set) var arrivedAt: Duration
        /// When it is looked for next.
        package internal(set) var dueAt: Duration
        /// It arrived before the program was started: what it announced is found afterwards all the same.
        package let isFromBefore: Bool
        /// Scans that should have answered it and did not.
        package internal(set) var scans = 0
    }

    /// More different hints than this share an entry that any full scan answers.
    package static let entryLimit = 4_096
    /// A message may come this much before the time that its transaction bears.
    package static let clockTolerance: Duration = .seconds(5)

    let timings: SyncTimings
    package internal(set) var entries: [Hint.Subject: Entry] = [:]

    package init(timings: SyncTimings) { self.timings = timings }

    /// Hints that are open.
    package var count: Int { entries.values.reduce(0) { $0 + $1.ids.count } }

    /// Takes a journalled hint. What has nothing to do with money is never taken.
    ///
    /// A transaction without a child waits for a message that names one, for ``SyncTimings/childWait``.
    ///
    /// - Parameter isFromBefore: it was open when the program started.
    package mutating func take(
        _ id: HintRow.ID, _ subject: Hint.Subject, receivedAt: Timestamp, isFromBefore: Bool = false, at now: Duration
    ) {
        let subject = entries.count < Self.entryLimit || entries[subject] != nil ? subject : .something
        let dueAt = subject.transaction != nil && subject.child == nil ? now + timings.childWait : now
        guard var entry = entries[subject] else {
            entries[subject] = Entry(
                ids: [id], subject: subject, receivedAt: receivedAt, firstAt: now, arrivedAt: now, dueAt: dueAt,
                isFromBefore: isFromBefore)
            return
        }
        entry.ids.append(id)
        entry.arrivedAt = now
        entry.dueAt = min(dueAt, entry.dueAt)
        entries[subject] = entry
    }

    /// What has to be read now; `nil` for nothing.
    package func due(at now: Duration) -> ScanScope? {
        entries.values.filter { $0.dueAt <= now }.reduce(nil) { scope, entry in
            // A child that did not have it once may be the wrong one.
            let needed: ScanScope =
                if let child = entry.subject.child, entry.scans == 0 { .children([child]) } else { .all }
            return needed.union(scope)
        }
    }

    /// When something has to be read next.
    package var nextDue: Duration? { entries.values.map(\.dueAt).min() }

    /// Whether one of the hints is about the row: by its id, or by its child and not long after it was made.
    ///
    /// - Parameter createdAt: by this machine's clock.
    package func announces(_ row: TransactionRow.ID, of child: ChildRow.ID, createdAt: Timestamp) -> Bool {
        if let entry = entries[.transaction(row)] ?? entries[.transaction(row, child: child)] {
            return !entry.isFromBefore
        }
        return entries.values.contains { entry in
            guard entry.subject.transaction == nil, !entry.isFromBefore else { return false }
            return (entry.subject.child ?? child) == child
                && createdAt >= entry.receivedAt.advanced(by: .zero - Self.clockTolerance)
        }
    }
}
