package import Store
package import Values

/// The hints that nothing has answered yet, and what has to be read for them.
package struct HintBook: Sendable {
    /// Hints that say the same and are answered together.
    package struct Entry: Sendable, Equatable {
        /// Rows of the journalled hints, in the order in which they came; never empty.
        package internal(set) var ids: [HintRow.ID]
        /// What the hints say; the book's key for the entry.
        package let subject: Hint.Subject
        /// When the first arrived, in wall time.
        package let receivedAt: Timestamp
        /// When the first arrived, from the engine's start on; ``SyncTimings/rechecks`` are counted from it.
        package let firstAt: Duration
        /// When the last arrived: only what was asked for at that moment or later can answer it.
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

    /// Hints that may be open; further ones become a full scan.
    package static let openLimit = 10_000

    let timings: SyncTimings
    /// One for each subject; at most ``entryLimit``, and one more for ``Hint/Subject/something``.
    package internal(set) var entries: [Hint.Subject: Entry] = [:]

    /// Empty; what was open when the program ended is given to `take` at the start.
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
        var children: Set<ChildRow.ID> = []
        // Asked at each event of a burst, so that a set of its own for each entry would be felt.
        for entry in entries.values where entry.dueAt <= now {
            // A child that did not have it once may be the wrong one.
            guard let child = entry.subject.child, entry.scans == 0 else { return .all }
            children.insert(child)
        }
        return children.isEmpty ? nil : .children(children)
    }

    /// When something has to be read next.
    package var nextDue: Duration? { entries.values.map(\.dueAt).min() }

    /// The rows that are looked for in the lists of these children, as far as their hints name both and no scan has
    /// missed them yet.
    package func announcedRows(of children: Set<ChildRow.ID>) -> [ChildRow.ID: Set<TransactionRow.ID>] {
        entries.values.reduce(into: [:]) { rows, entry in
            guard case .transaction(let id, let child?) = entry.subject, entry.scans == 0 else { return }
            if children.contains(child) { rows[child, default: []].insert(id) }
        }
    }

    /// Those of the rows that one of the hints is about: by their id, or by the child and not long after they were made.
    ///
    /// - Parameter rows: with the moment at which each was made, by this machine's clock.
    package func announced(
        among rows: some Sequence<(id: TransactionRow.ID, createdAt: Timestamp)>, of child: ChildRow.ID
    ) -> Set<TransactionRow.ID> {
        guard !entries.isEmpty else { return [] }
        // Of the hints that name no row the one that came first covers most.
        let since = entries.values.lazy.filter { entry in
            entry.subject.transaction == nil && !entry.isFromBefore && (entry.subject.child ?? child) == child
        }.map(\.receivedAt).min()?.advanced(by: .zero - Self.clockTolerance)
        return rows.reduce(into: []) { announced, row in
            let entry = entries[.transaction(row.id)] ?? entries[.transaction(row.id, child: child)]
            let isNamed = entry.map { !$0.isFromBefore }
            if isNamed ?? since.map({ row.createdAt >= $0 }) ?? false { announced.insert(row.id) }
        }
    }
}
