/// Decides what a hub connection does next. A value: no IO, no clock, no randomness.
package struct ConnectionMachine: Sendable {
    /// Of a clock that nobody sets.
    package typealias Instant = ContinuousClock.Instant

    /// Where it is.
    package enum State: Sendable, Equatable {
        /// Not started, or over.
        case idle
        /// An attempt runs, after so many pauses since the start or the loss.
        case attempting(pauses: Int, isReconnect: Bool)
        /// The handshake is done, the program's own steps are not.
        case preparing(id: String?, pauses: Int, isReconnect: Bool)
        /// An attempt failed, or a connection was lost; the next begins after a while.
        case pausing(pauses: Int, isReconnect: Bool)
        /// Announced, and in use.
        case connected(since: Instant)
        /// Good-bye is being said.
        case stopping
    }

    /// What is to be done. Each but `announce` ends with an event.
    package enum Action: Sendable, Equatable {
        /// Whoever listens is told.
        case announce(HubState)
        /// Connect, and shake hands.
        case attempt
        /// - Parameter isFixed: whether the server asked for it; then nothing makes it shorter.
        case pause(Duration, isFixed: Bool)
        /// Read and write.
        case serve
        /// Say good-bye.
        case close
        /// Everything is over.
        case finish(HubError?)
    }

    let policy: ReconnectPolicy
    /// See ``State``.
    package private(set) var state: State
    /// When it was started, or lost the last connection that counted.
    private(set) var troubleSince: Instant?
    /// Connections in a row that did not last.
    private(set) var shortConnections = 0

    /// - Parameter policy: decides about pauses, and when to give up.
    package init(_ policy: ReconnectPolicy, state: State = .idle) {
        self.policy = policy
        self.state = state
    }

    // MARK: Events

    /// Somebody wants a connection.
    package mutating func started(now: Instant) -> [Action] {
        switch state {
        case .idle:
            troubleSince = now
            shortConnections = 0
            return attempt(pauses: 0, isReconnect: false)
        case .attempting, .preparing, .pausing, .connected, .stopping: return []
        }
    }

    /// The handshake is done.
    ///
    /// - Parameter isPrepared: whether nothing is to be done before it is announced.
    package mutating func attemptSucceeded(id: String?, isPrepared: Bool, now: Instant) -> [Action] {
        switch state {
        case .attempting(let pauses, let isReconnect):
            guard isPrepared else {
                state = .preparing(id: id, pauses: pauses, isReconnect: isReconnect)
                return [.serve]
            }
            state = .connected(since: now)
            return [.announce(HubState(.connected(id: id))), .serve]
        // Stopped meanwhile: nobody wants it any more.
        case .stopping: return [.close]
        case .idle, .preparing, .pausing, .connected: return []
        }
    }

    /// The steps are done, while the connection is served.
    package mutating func prepared(now: Instant) -> [Action] {
        switch state {
        case .preparing(let id, _, _):
            state = .connected(since: now)
            return [.announce(HubState(.connected(id: id)))]
        case .idle, .attempting, .pausing, .connected, .stopping: return []
        }
    }

    /// There is no connection, or the program's own steps failed.
    ///
    /// - Parameter random: any number; it draws the pause.
    package mutating func attemptFailed(_ failure: HubError, now: Instant, random: UInt64) -> [Action] {
        switch state {
        case .attempting(let pauses, let isReconnect), .preparing(_, let pauses, let isReconnect):
            if !isReconnect, !policy.retriesFirstConnection { return finish(failure) }
            return pause(after: pauses, isReconnect: isReconnect, failure, now, random)
        case .stopping: return finish(nil)
        case .idle, .pausing, .connected: return []
        }
    }

    /// The next attempt is due.
    package mutating func pauseEnded() -> [Action] {
        switch state {
        case .pausing(let pauses, let isReconnect): return attempt(pauses: pauses + 1, isReconnect: isReconnect)
        case .stopping: return finish(nil)
        case .idle, .attempting, .preparing, .connected: return []
        }
    }

    /// The connection is gone.
    ///
    /// - Parameter allowsReconnect: false when the server said Close and nothing about coming back.
    package mutating func lost(_ failure: HubError, allowsReconnect: Bool, now: Instant, random: UInt64) -> [Action] {
        switch state {
        case .connected(let since):
            guard allowsReconnect else { return finish(failure) }
            let isStable = now - since >= policy.stableAfter
            shortConnections = isStable ? 0 : shortConnections + 1
            if shortConnections <= 1 { troubleSince = now }
            return pause(after: 0, isReconnect: true, failure, now, random)
        case .preparing:
            guard allowsReconnect else { return finish(failure) }
            return attemptFailed(failure, now: now, random: random)
        case .stopping: return finish(nil)
        case .idle, .attempting, .pausing: return []
        }
    }

    /// Nobody wants it any more.
    package mutating func stopRequested() -> [Action] {
        switch state {
        case .idle, .stopping: return []
        case .attempting, .pausing:
            // What runs has been cancelled; there is nobody to say good-bye to.
            return finish(nil)
        case .connected, .preparing:
            state = .stopping
            return [.announce(HubState(.stopping)), .close]
        }
    }

    /// Good-bye is said.
    package mutating func closed() -> [Action] {
        switch state {
        case .stopping: return finish(nil)
        case .idle, .attempting, .preparing, .pausing, .connected: return []
        }
    }

    // MARK: Transitions

    private mutating func attempt(pauses: Int, isReconnect: Bool) -> [Action] {
        state = .attempting(pauses: pauses, isReconnect: isReconnect)
        let phase: HubState.Phase = isReconnect ? .reconnecting(attempt: pauses) : .connecting(attempt: pauses + 1)
        return [.announce(HubState(phase)), .attempt]
    }

    private mutating func pause(
        after pauses: Int, isReconnect: Bool, _ failure: HubError, _ now: Instant, _ random: UInt64
    ) -> [Action] {
        let situation = ReconnectSituation(
            count: pauses, elapsed: now - (troubleSince ?? now), reason: failure, isReconnect: isReconnect,
            shortConnections: shortConnections, random: random)
        guard let pause = policy.pause(situation) else { return finish(failure) }
        state = .pausing(pauses: pauses, isReconnect: isReconnect)
        let phase: HubState.Phase =
            isReconnect
            ? .waitingToReconnect(attempt: pauses + 1, pause: pause)
            : .waitingToConnect(attempt: pauses + 2, pause: pause)
        return [
            .announce(HubState(phase, reason: failure)),
            .pause(pause, isFixed: pause > .zero && pause <= ReconnectPolicy.asked(failure)),
        ]
    }

    private mutating func finish(_ failure: HubError?) -> [Action] {
        state = .idle
        return [.announce(HubState(.disconnected, reason: failure)), .finish(failure)]
    }
}
