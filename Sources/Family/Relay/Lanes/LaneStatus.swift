package import Store
package import Values

/// How one target is doing, for people.
package struct LaneStatus: Sendable, Equatable {
    /// The closed set of states.
    package enum State: String, Sendable, CaseIterable {
        /// Nothing is known to be wrong: also of a target that was never tried.
        case working
        /// The last attempt failed, perhaps one of an earlier run; what waits is tried again.
        case failing
        /// It refuses, and probably will until somebody changes something; it is asked again seldom.
        case suspended
    }

    /// The target's name.
    package let target: String
    /// As of the last attempt; nothing is tried only to know it.
    package let state: State
    /// Why it isn't working.
    package let reason: FailureReason?
    /// What the target said last, and what to do about it.
    package let detail: String?
    /// When it began to fail, before a restart too; wall time, `nil` while it works.
    package let since: Timestamp?
    /// When it is asked again, if anything waits; wall time, `nil` while it works, or if only a message may be to blame.
    package let nextTryAt: Timestamp?
    /// Outcomes that the store couldn't be told yet; until then their deliveries count as being sent.
    package let unrecorded: Int
    /// An attempt is under way that began before the last reload; what that changed holds from the next one on.
    package let isOutdated: Bool

    /// - Parameter failure: what the last attempt came to, also one of an earlier run.
    init(target: String, _ machine: LaneMachine, _ failure: TargetFailure?, unrecorded: Int, isOutdated: Bool) {
        self.target = target
        self.unrecorded = unrecorded
        self.isOutdated = isOutdated
        reason = failure?.reason ?? machine.outage?.reason
        since = failure?.since ?? machine.outage?.began
        nextTryAt = machine.outage?.probeAt
        detail = failure?.detail
        let state = machine.standing.state
        // Whoever may be to blame for it: what failed is not shown to work.
        self.state = state == .working && failure != nil ? .failing : state
    }
}

extension Standing {
    /// What its answers make of it; one that is doubted may work.
    var state: LaneStatus.State {
        switch self {
        case .working, .doubted: .working
        case .failing: .failing
        case .suspended: .suspended
        }
    }
}
