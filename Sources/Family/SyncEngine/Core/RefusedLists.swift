package import Store

/// The lists that a login could once read and is refused now.
///
/// Such a scan fails, since a server that answers wrongly for a moment must not hide a child's transactions. After some
/// time of nothing else the login's right is taken to be gone; the other children's scans are complete again from then on.
package struct RefusedLists: Sendable {
    private struct Refusal: Sendable {
        let since: Duration
        var times = 0
    }

    private let timings: SyncTimings
    private var refusals: [ChildRow.ID: Refusal] = [:]

    /// Nothing is refused yet: what an earlier run saw is not kept.
    package init(timings: SyncTimings) { self.timings = timings }

    /// Takes what a scan that ended now was refused and what it read; returns the lists that are given up.
    ///
    /// - Parameters:
    ///   - applied: lists that it has read.
    ///   - moment: on a clock that goes on while the machine sleeps.
    package mutating func note(
        _ refused: Set<ChildRow.ID>, applied: Set<ChildRow.ID>, at moment: Duration
    ) -> Set<ChildRow.ID> {
        for child in applied { refusals[child] = nil }
        for child in refused { refusals[child, default: Refusal(since: moment)].times += 1 }
        let gone = refused.filter { child in
            guard let refusal = refusals[child] else { return false }
            return refusal.times >= timings.refusalsBeforeWithdrawal
                && moment - refusal.since >= timings.timeBeforeWithdrawal
        }
        for child in gone { refusals[child] = nil }
        return gone
    }
}
