package import Values

/// How one target is doing, for people.
package struct LaneStatus: Sendable, Equatable {
    /// The closed set of states.
    package enum State: String, Sendable, CaseIterable {
        case working
        /// The last attempt failed; it is tried again.
        case failing
        /// Nothing is sent until somebody changes something; it is asked again now and then.
        case suspended
    }

    package let target: String
    package let state: State
    /// Why it isn't working.
    package let reason: FailureReason?
    /// What the target said last, and what to do about it.
    package let detail: String?
    /// The target is left alone until then.
    package let restsUntil: Timestamp?

    init(target: String, _ machine: LaneMachine, detail: String?) {
        self.target = target
        restsUntil = machine.restsUntil
        switch machine.condition {
        case .working: (state, reason, self.detail) = (.working, nil, nil)
        case .failing(let reason): (state, self.reason, self.detail) = (.failing, reason, detail)
        case .suspended(let reason): (state, self.reason, self.detail) = (.suspended, reason, detail)
        }
    }
}
