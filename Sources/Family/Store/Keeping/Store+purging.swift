package import SQLite
package import Values

extension Store {
    /// Forgets raw bytes and settled hints that are too old or too many, what was said long ago and records that are long gone,
    /// in small transactions; nothing that an open hint rests on, and nothing that somebody sees. The counts stay: what was taken
    /// remains resolved or reported.
    ///
    /// - Returns: How many rows went.
    @discardableResult
    package func purge(keeping limits: StoreLimits = StoreLimits(), now: Timestamp) async throws(StoreError) -> Int {
        let horizon = now.advanced(by: .zero - limits.age)
        let aim = try await read("excess") { try $0.isOverfull(limits) } ? limits.tightened : limits
        var total = 0
        while true {
            let gone = try await write("purge") { transaction in
                let excess = try transaction.excess(over: aim)
                return try transaction.purge(HintRow.purge, excess.hints, before: horizon, limits.step)
                    + transaction.purge(JournalRow.purge, excess.entries, before: horizon, limits.step)
                    + transaction.purgeRecords(limits, now: now)
            }
            total += gone
            if gone == 0 { return total }
        }
    }
}

extension Reading where Self: ~Copyable {
    /// Whether there is more than the limits allow, whatever its age.
    package borrowing func isOverfull(_ limits: StoreLimits) throws -> Bool {
        let excess = try excess(over: limits)
        return excess.hints > 0 || excess.entries > 0
    }

    /// What the journal takes up, in bytes: those that arrived, and 100 for each entry.
    package borrowing func journalRoom() throws -> Int { try first(Tally.room) ?? 0 }

    /// How many rows there are too many.
    fileprivate borrowing func excess(over limits: StoreLimits) throws -> (hints: Int, entries: Int) {
        let room = try journalRoom()
        let each = max(room / max(try first(Tally.entries) ?? 1, 1), 1)
        return (
            (try first(Tally.settledHints) ?? 0) - limits.settledHints,
            room > limits.journalRoom ? (room - limits.journalRoom) / each + 1 : 0
        )
    }
}

extension WriteTransaction {
    /// A step: the oldest of what is too much, else what is too old.
    fileprivate borrowing func purge(
        _ command: Update<Timestamp, Int>, _ excess: Int, before horizon: Timestamp, _ step: Int
    ) throws -> Int {
        try excess > 0 ? run(command, .distantFuture, min(excess, step)) : run(command, horizon, step)
    }
}

extension StoreLimits {
    /// An eighth less, so that not every message purges.
    fileprivate var tightened: StoreLimits {
        var limits = self
        limits.journalRoom -= journalRoom / 8
        limits.settledHints -= settledHints / 8
        return limits
    }
}

extension Timestamp {
    /// Later than any: a clock that was ahead has written moments that are yet to come.
    fileprivate static let distantFuture = Timestamp(microseconds: .max)
}

private enum Tally {
    static let room = Query<Int>("tally.room", "SELECT count FROM tally WHERE name = 'journal.room'")
    static let entries = Query<Int>("tally.entries", "SELECT count FROM tally WHERE name = 'journal'")
    static let settledHints = Query<Int>(
        "tally.settledHints",
        """
        SELECT (SELECT sum(count) FROM tally WHERE name IN ('hint.resolved', 'hint.reported'))
          - (SELECT sum(count) FROM tally WHERE name IN ('hint.purged.resolved', 'hint.purged.reported'))
        """)
}
