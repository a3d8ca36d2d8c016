package import SQLite
package import Values

extension Store {
    /// Forgets raw bytes and settled hints that are too old or too many, what was said, told and entered long ago and records that
    /// are long gone, in small transactions; nothing that an open hint rests on, nothing that waits, and nothing that somebody sees.
    /// That something was told is remembered for ever, and the sums of days stay.
    ///
    /// - Parameter limits: with less of what only explains the past than ``limits`` say, unless that is longer.
    /// - Returns: How many rows went.
    @discardableResult
    package func purge(keeping limits: StoreLimits = StoreLimits(), now: Timestamp) async throws(StoreError) -> Int {
        let limits = limits.asWanted(by: room.wanted)
        let aim = try await read("excess") { try $0.isOverfull(limits) } ? limits.tightened : limits
        var total = 0
        while true {
            let gone = try await write("purge") { try $0.purge(limits, aim: aim, now: now) }
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
    /// A step of everything.
    ///
    /// - Parameter aim: what is too much beyond it goes whatever its age.
    fileprivate borrowing func purge(_ limits: StoreLimits, aim: StoreLimits, now: Timestamp) throws -> Int {
        func before(_ age: Duration) -> Timestamp { now.advanced(by: .zero - age) }
        let (excess, horizon, long) = (try excess(over: aim), before(limits.age), before(limits.history))
        return try purge(HintRow.purge, excess.hints, before: horizon, limits.step)
            + purge(JournalRow.purge, excess.entries, before: horizon, limits.step) + purgeRecords(limits, now: now)
            + purgeConflicts(limits, now: now)
            + forgetTold(before: long, limits.step) + forgetMessages(before: long, limits.step)
            + forgetWindows(before: long)
            + forgetSettled(before: long, recoveriesBefore: before(StoreLimits.recoveryAge), limits.step)
    }

    /// A step: the oldest of what is too much, else what is too old.
    fileprivate borrowing func purge(
        _ command: Update<Timestamp, Int>, _ excess: Int, before horizon: Timestamp, _ step: Int
    ) throws -> Int {
        try excess > 0 ? run(command, .distantFuture, min(excess, step)) : run(command, horizon, step)
    }
}

extension StoreLimits {
    /// With the ages that a person wants, if one has said so.
    fileprivate func asWanted(by wanted: KeepingWish?) -> StoreLimits {
        guard let wanted else { return self }
        var limits = self
        // What is scarce is not kept longer because somebody would like to.
        limits.age = min(wanted.messages, age < StoreLimits().age ? age : wanted.messages)
        (limits.recordAge, limits.history) = (wanted.history, wanted.history)
        return limits
    }

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
