package import Store
package import Values

/// How one target is doing, for people.
package struct LaneStatus: Sendable, Equatable {
    /// The closed set of states.
    package enum State: String, Sendable, CaseIterable {
        /// Nothing is known to be wrong: also of a target that was never tried.
        case working
        /// The last attempt failed; it is tried again.
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
    /// When it began to fail; wall time, `nil` while it works.
    package let since: Timestamp?
    /// When it is asked again, if anything waits; wall time, `nil` while it works.
    package let nextTryAt: Timestamp?
    /// Outcomes that the store couldn't be told yet; until then their deliveries count as being sent.
    package let unrecorded: Int
    /// An attempt is under way that began before the last reload; what that changed holds from the next one on.
    package let isOutdated: Bool

    init(target: String, _ machine: LaneMachine, detail: String?, unrecorded: Int, isOutdated: Bool) {
        self.target = target
        self.unrecorded = unrecorded
        self.isOutdated = isOutdated
        reason = machine.outage?.reason
        since = machine.outage?.began
        nextTryAt = machine.outage?.probeAt
        self.detail = machine.outage == nil ? nil : detail
        state = machine.standing.state
    }
}

extension Standing {
    /// What people are told of it.
    var state: LaneStatus.State {
        switch self {
        case .working, .doubted: .working
        case .failing: .failing
        case .suspended: .suspended
        }
    }
}
