package import Store
import Values

/// A lane as anybody may try it out: its machine in each phase, with everything that can happen to it. The page of states is made
/// of it; a lane itself is not.
package struct LaneTrial: Sendable {
    /// How the target stands.
    package enum Phase: String, Sendable, CaseIterable {
        case working, doubted, failing, suspended
    }

    /// What an attempt comes to, or what somebody does.
    package enum Event: Sendable, CaseIterable {
        case delivered
        /// The target refuses this message alone.
        case refused
        /// A first attempt has no answer that counts.
        case failed
        /// The same of what had failed before.
        case failedAgain
        case mayHaveArrived
        /// The target wants to be left alone for a minute.
        case slowedDown
        /// The target refuses everything.
        case endpointDead
        /// Somebody says that it works.
        case resumed
        /// New settings, or a start of the program.
        case begunAnew
    }

    private var machine = LaneMachine(LanePolicy(deduplicates: false))

    /// - Parameter phase: in which it is.
    package init(in phase: Phase) {
        switch phase {
        case .working: break
        case .doubted: _ = take(.failedAgain)
        case .failing: _ = take(.failed)
        case .suspended: _ = take(.endpointDead)
        }
    }

    /// Where it is.
    package var phase: Phase {
        switch machine.standing {
        case .working: .working
        case .doubted: .doubted
        case .failing: .failing
        case .suspended: .suspended
        }
    }

    /// How long nothing is sent to the target but one message that asks, once more has failed; `nil` while it is not taken to be down.
    package var pause: Duration? { machine.outage.map { $0.probeAt.duration(since: Self.now) } }

    /// - Returns: What becomes of the delivery; `nil` where there was none.
    package mutating func take(_ event: Event) -> AttemptOutcome? {
        switch event {
        case .delivered: settle(.delivered(""))
        case .refused: settle(.refused(.rejected, ""))
        case .failed: settle(.retry(.serverError, ""))
        case .failedAgain: settle(.retry(.serverError, ""), attempts: 2)
        case .mayHaveArrived: settle(.inDoubt(.timedOut, ""))
        case .slowedDown: settle(.retry(.rateLimited, after: .seconds(60), ""))
        case .endpointDead: settle(.endpointDead(.unauthorized, ""))
        case .resumed: nothing { $0.machine.resume(isProven: false, at: Self.now) }
        case .begunAnew: nothing { $0.machine = LaneMachine($0.machine.policy, after: $0.machine, now: Self.now) }
        }
    }

    private static let now = Timestamp(seconds: 1_000_000)

    private mutating func settle(_ verdict: Verdict, attempts: Int = 1) -> AttemptOutcome? {
        let attempt = LaneAttempt(number: DeliveryRow.Number(rawValue: 1), attempts: attempts, triedFor: .zero)
        return machine.settle(verdict, of: attempt, now: Self.now, jitter: 1).end.outcome
    }

    private mutating func nothing(_ body: (inout LaneTrial) -> Void) -> AttemptOutcome? {
        body(&self)
        return nil
    }
}
