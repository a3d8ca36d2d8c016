package import Store

extension HintBook {
    /// How a hint goes on.
    package enum Ending: Sendable, Equatable {
        /// Answered, or about nothing that this login can see; it is not looked for again.
        case resolved
        /// Looked for long enough; a person is told.
        case reported
        /// Not answered; it is looked for again.
        case unanswered(scans: Int)
    }

    /// What is to be written of an entry.
    package struct Settlement: Sendable, Equatable {
        /// By which the book finds the entry again; it may have grown or gone meanwhile.
        package let subject: Hint.Subject
        /// The hints that the store is to settle. Those that join the entry later are not among them.
        package let ids: [HintRow.ID]
        /// The same for all the ids.
        package let ending: Ending
    }

    /// The hints that these rows answer.
    package func settlements(found rows: some Sequence<TransactionRow.ID>, of child: ChildRow.ID) -> [Settlement] {
        guard !entries.isEmpty else { return [] }
        return rows.flatMap { [Hint.Subject.transaction($0), .transaction($0, child: child)] }
            .compactMap { entries[$0] }.map { Settlement(subject: $0.subject, ids: $0.ids, ending: .resolved) }
    }

    /// How the hints stand after a scan without a failure.
    ///
    /// - Parameters:
    ///   - isFull: it read every child that there is.
    ///   - children: those whose lists it read to the end.
    ///   - unreadable: those whose lists are not this login's to read: what is said of them is nothing to it.
    package func settlements(
        isFull: Bool, children: Set<ChildRow.ID>, unreadable: Set<ChildRow.ID> = [], startedAt: Duration,
        at now: Duration
    ) -> [Settlement] {
        entries.values.filter { $0.arrivedAt <= startedAt }.compactMap { entry in
            let child = entry.subject.child
            if let child, unreadable.contains(child) {
                return Settlement(subject: entry.subject, ids: entry.ids, ending: .resolved)
            }
            let covers = isFull || child.map(children.contains) ?? false
            guard covers else { return nil }
            let ending = ending(entry, children, hidesChildren: !unreadable.isEmpty, at: now)
            return Settlement(subject: entry.subject, ids: entry.ids, ending: ending)
        }.sorted { ($0.ids.first?.rawValue ?? 0) < ($1.ids.first?.rawValue ?? 0) }
    }

    /// - Parameters:
    ///   - children: whose lists were read to the end.
    ///   - hidesChildren: there are others whose lists are not this login's to read.
    private func ending(
        _ entry: Entry, _ children: Set<ChildRow.ID>, hidesChildren: Bool, at now: Duration
    ) -> Ending {
        switch entry.subject {
        case .something, .nothing: return .resolved
        case .child(let id) where children.contains(id), .balance(let id, _) where children.contains(id):
            return .resolved
        case .child, .balance, .transaction:
            guard entry.scans + 1 >= timings.scansBeforeReport, now - entry.firstAt >= timings.timeBeforeReport else {
                return .unanswered(scans: entry.scans + 1)
            }
            // Some servers name no child, and tell a child's login of its sibling's money as well: that is no loss.
            return hidesChildren && entry.subject.child == nil ? .resolved : .reported
        }
    }

    /// Carries out what has been written.
    package mutating func settle(_ settlements: [Settlement], at now: Duration) {
        for settlement in settlements {
            guard var entry = entries.removeValue(forKey: settlement.subject) else { continue }
            let settled = Set(settlement.ids)
            switch settlement.ending {
            case .resolved, .reported:
                // Others may have joined while this was being written.
                entry.ids.removeAll(where: settled.contains)
                if !entry.ids.isEmpty { entries[settlement.subject] = entry }
            case .unanswered(let scans):
                entry.scans = scans
                let hasGrown = entry.ids.count > settled.count
                let later = timings.rechecks.first { entry.firstAt + $0 > now }.map { entry.firstAt + $0 }
                entry.dueAt =
                    hasGrown ? entry.dueAt : later ?? now + (timings.rechecks.last ?? timings.timeBeforeReport)
                entries[settlement.subject] = entry
            }
        }
    }
}
