/// Decides what a hub connection does next. A value: no IO, no clock, no randomness (rules S1 to S6).
struct ConnectionMachine: Equatable {
    typealias Instant = ContinuousClock.Instant

    enum State: Equatable {
        /// Not started, or over.
        case idle
        /// An attempt runs, after so many pauses since the start or the loss.
        case attempting(pauses: Int, isReconnect: Bool)
        case pausing(pauses: Int, isReconnect: Bool)
        case connected(since: Instant, pauses: Int)
        /// Good-bye is being said.
        case stopping
    }

    /// What is to be done. Each but `announce` ends with an event.
    enum Action: Equatable {
        case announce(HubState)
        case attempt
        case pause(Duration)
        case serve
        case close
        /// Everything is over.
        case finish(HubError?)
    }

    let policy: ReconnectPolicy
    private(set) var state: State

    init(_ policy: ReconnectPolicy, state: State = .idle) {
        self.policy = policy
        self.state = state
    }

    // MARK: Events

    mutating func started() -> [Action] {
        switch state {
        case .idle: return attempt(pauses: 0, isReconnect: false)
        case .attempting, .pausing, .connected, .stopping: return []
        }
    }

    mutating func attemptSucceeded(id: String?, now: Instant) -> [Action] {
        switch state {
        case .attempting(let pauses, _):
            state = .connected(since: now, pauses: pauses)
            return [.announce(HubState(.connected(id: id))), .serve]
        // Stopped meanwhile: nobody wants it any more.
        case .stopping: return [.close]
        case .idle, .pausing, .connected: return []
        }
    }

    mutating func attemptFailed(_ failure: HubError, random: UInt64) -> [Action] {
        switch state {
        case .attempting(let pauses, let isReconnect):
            if !isReconnect, !policy.retriesFirstConnection { return finish(failure) }
            return pause(after: pauses, isReconnect: isReconnect, failure, random)
        case .stopping: return finish(nil)
        case .idle, .pausing, .connected: return []
        }
    }

    mutating func pauseEnded() -> [Action] {
        switch state {
        case .pausing(let pauses, let isReconnect): return attempt(pauses: pauses + 1, isReconnect: isReconnect)
        case .stopping: return finish(nil)
        case .idle, .attempting, .connected: return []
        }
    }

    /// - Parameter allowsReconnect: false when the server said Close and nothing about coming back.
    mutating func lost(_ failure: HubError, allowsReconnect: Bool, now: Instant, random: UInt64) -> [Action] {
        switch state {
        case .connected(let since, let pauses):
            guard allowsReconnect else { return finish(failure) }
            // A connection that did not last is like one that was not made.
            let isStable = now - since >= policy.stableAfter
            return pause(after: isStable ? 0 : pauses, isReconnect: true, failure, random)
        case .stopping: return finish(nil)
        case .idle, .attempting, .pausing: return []
        }
    }

    mutating func stopRequested() -> [Action] {
        switch state {
        case .idle, .stopping: return []
        case .attempting, .pausing:
            // What runs has been cancelled; there is nobody to say good-bye to.
            return finish(nil)
        case .connected:
            state = .stopping
            return [.announce(HubState(.stopping)), .close]
        }
    }

    mutating func closed() -> [Action] {
        switch state {
        case .stopping: return finish(nil)
        case .idle, .attempting, .pausing, .connected: return []
        }
    }

    // MARK: Transitions

    private mutating func attempt(pauses: Int, isReconnect: Bool) -> [Action] {
        state = .attempting(pauses: pauses, isReconnect: isReconnect)
        let phase: HubState.Phase = isReconnect ? .reconnecting(attempt: pauses) : .connecting(attempt: pauses + 1)
        return [.announce(HubState(phase)), .attempt]
    }

    private mutating func pause(
        after pauses: Int, isReconnect: Bool, _ failure: HubError, _ random: UInt64
    ) -> [Action] {
        let situation = ReconnectPolicy.Situation(retries: pauses, failure: failure, random: random)
        guard let pause = policy.pause(situation) else { return finish(failure) }
        state = .pausing(pauses: pauses, isReconnect: isReconnect)
        let phase: HubState.Phase =
            isReconnect
            ? .waitingToReconnect(attempt: pauses + 1, pause: pause)
            : .waitingToConnect(attempt: pauses + 2, pause: pause)
        return [.announce(HubState(phase, reason: failure)), .pause(pause)]
    }

    private mutating func finish(_ failure: HubError?) -> [Action] {
        state = .idle
        return [.announce(HubState(.disconnected, reason: failure)), .finish(failure)]
    }
}
