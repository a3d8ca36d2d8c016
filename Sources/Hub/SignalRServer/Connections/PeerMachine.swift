/// Decides the life of a connection, from its negotiation to its end. A value: no IO, no clock, no task.
///
/// Its transports have numbers, so that what an old one still says is not taken for the word of the one in its place.
struct PeerMachine: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// What carries the connection.
    enum Line: Equatable {
        /// Nothing since then: the first transport is awaited, or the next one.
        case away(since: Instant)
        /// A socket or an event stream.
        case served(by: UInt64)
        /// A poll, which is answered with nothing at that moment.
        case polled(by: UInt64, until: Instant)
        /// A socket that has been cut: it is read to its end before the one that has come in its place.
        case handover(from: UInt64, to: UInt64)
    }

    enum Phase: Equatable {
        /// The handshake is awaited, until then.
        case handshake(Line, until: Instant)
        /// The hub is asked whether the client may come in; what is sent meanwhile goes behind the answer.
        ///
        /// - mayReturn: the connection outlives its sockets (stateful reconnect).
        case opening(Line, mayReturn: Bool, until: Instant)
        case open(Line, mayReturn: Bool)
        /// Its last words may still be fetched.
        case ended(HubDisconnection, isCut: Bool, since: Instant)
    }

    /// What is to be done.
    enum Effect: Equatable {
        /// Read this transport and write on it.
        case serve(UInt64, isResumed: Bool)
        /// Cut the socket that there is, and wait for this one's ``PeerMachine/turn(of:)``.
        case replace(by: UInt64)
        /// Nothing is to be done with what has come.
        case refuse
        /// Ask the hub; ``PeerMachine/ended(_:_:now:)`` if it refuses, and ``PeerMachine/admitted()`` in any case.
        case admit
        /// Answer the handshake, and let go what was held back.
        case open
        /// Answer that poll with nothing.
        case endPoll(UInt64)
        /// Say the last words, end calls and transport, take it off the hub's list.
        ///
        /// - wasOpen: whether the client was in, and the hub's program is to be told at once.
        case conclude(HubPeerEnding, HubDisconnection, wasOpen: Bool)
        /// Tell the hub's program of an end that came while it was asked.
        case tell(HubDisconnection)
        /// Nobody will ask for it any more.
        case forget
    }

    let handshakeTimeout: Duration
    let disconnectTimeout: Duration
    private(set) var phase: Phase
    /// When the token of the latest request expires.
    private(set) var expiry: Instant?
    private var lastTransport: UInt64 = 0

    init(
        handshakeTimeout: Duration, disconnectTimeout: Duration, phase: Phase, expiry: Instant? = nil,
        lastTransport: UInt64 = 0
    ) {
        self.handshakeTimeout = handshakeTimeout
        self.disconnectTimeout = disconnectTimeout
        self.phase = phase
        self.expiry = expiry
        self.lastTransport = lastTransport
    }

    // MARK: What can be asked

    var isOpen: Bool { if case .open = phase { true } else { false } }
    var hasEnded: Bool { if case .ended = phase { true } else { false } }

    /// Whether no transport is there.
    var isAway: Bool { if case .away = line { true } else { false } }

    /// Whether a new socket may take over.
    var takesSocket: Bool { if case .open(_, mayReturn: true) = phase { true } else { false } }

    /// Whether a socket that came in place of another may be used; `nil` while that one is still read.
    func turn(of number: UInt64) -> Bool? {
        switch line {
        case .handover(_, number): nil
        case .served(number): true
        case .handover, .served, .polled, .away, nil: false
        }
    }

    private var line: Line? {
        switch phase {
        case .handshake(let line, _), .opening(let line, _, _), .open(let line, _): line
        case .ended: nil
        }
    }

    // MARK: Transports

    /// A socket has come.
    mutating func arrived(now: Instant) -> Effect {
        switch phase {
        case .handshake(.away, _):
            phase = .handshake(.served(by: next()), until: now + handshakeTimeout)
            return .serve(lastTransport, isResumed: false)
        case .open(.away, mayReturn: true):
            phase = .open(.served(by: next()), mayReturn: true)
            return .serve(lastTransport, isResumed: true)
        case .open(.served(let old), mayReturn: true), .open(.handover(let old, _), mayReturn: true):
            phase = .open(.handover(from: old, to: next()), mayReturn: true)
            return .replace(by: lastTransport)
        case .handshake, .opening, .open, .ended: return .refuse
        }
    }

    /// A socket has been read to its end.
    ///
    /// - Parameter isLost: whether the network took it, rather than the client's word or what it may not send.
    mutating func readingEnded(
        _ number: UInt64, isLost: Bool, _ reason: HubDisconnection, now: Instant
    ) -> Effect? {
        switch phase {
        case .open(.handover(number, let new), let mayReturn):
            phase = .open(.served(by: new), mayReturn: mayReturn)
            return nil
        case .open(.served(number), mayReturn: true) where isLost:
            phase = .open(.away(since: now), mayReturn: true)
            return nil
        case .handshake(.served(number), _), .opening(.served(number), _, _), .open(.served(number), _):
            return ended(.gone, reason, now: now)
        case .handshake, .opening, .open, .ended: return nil
        }
    }

    /// A poll has come, in place of one that may still wait.
    ///
    /// - Returns: Its number.
    mutating func polled(until deadline: Instant) -> UInt64 {
        replaceLine(.polled(by: next(), until: deadline))
        return lastTransport
    }

    /// A poll has been answered.
    mutating func pollEnded(_ number: UInt64, now: Instant) {
        if case .polled(number, _) = line { replaceLine(.away(since: now)) }
    }

    private mutating func replaceLine(_ line: Line) {
        switch phase {
        case .handshake(_, let deadline): phase = .handshake(line, until: deadline)
        case .opening(_, let mayReturn, let deadline): phase = .opening(line, mayReturn: mayReturn, until: deadline)
        case .open(_, let mayReturn): phase = .open(line, mayReturn: mayReturn)
        case .ended: break
        }
    }

    private mutating func next() -> UInt64 {
        lastTransport += 1
        return lastTransport
    }

    // MARK: The handshake

    /// - Parameter mayReturn: whether both ends agree that the connection may outlive its sockets.
    mutating func handshakeRead(mayReturn: Bool) -> Effect? {
        guard case .handshake(let line, let deadline) = phase else { return nil }
        phase = .opening(line, mayReturn: mayReturn, until: deadline)
        return .admit
    }

    /// The hub has been asked, once for each ``Effect/admit``.
    mutating func admitted() -> Effect? {
        switch phase {
        case .opening(let line, let mayReturn, _):
            phase = .open(line, mayReturn: mayReturn)
            return .open
        case .ended(let reason, _, _): return .tell(reason)
        case .handshake, .open: return nil
        }
    }

    // MARK: Time

    /// A request of the client was let in.
    ///
    /// - Parameter expiry: when its token expires; `nil` if never. The latest request counts, as with official servers.
    mutating func authorized(until expiry: Instant?) { self.expiry = expiry }

    /// Somebody looks, now and then.
    mutating func watched(now: Instant) -> Effect? {
        if !hasEnded, let expiry, now >= expiry {
            return ended(.close(error: nil, allowReconnect: true), HubDisconnection(.tokenExpired), now: now)
        }
        switch phase {
        case .handshake(_, let deadline) where now >= deadline, .opening(_, _, let deadline) where now >= deadline:
            return ended(
                .refuse("Handshake was canceled."), HubDisconnection(.timedOut, error: "no handshake"), now: now)
        case .opening(.away(let since), _, _) where now >= since + disconnectTimeout,
            .open(.away(let since), _) where now >= since + disconnectTimeout:
            return ended(.gone, HubDisconnection(.timedOut, error: "the client did not come back"), now: now)
        case .open(.polled(let number, let deadline), _) where now >= deadline: return .endPoll(number)
        case .ended(_, _, let since) where now >= since + disconnectTimeout: return .forget
        case .handshake, .opening, .open, .ended: return nil
        }
    }

    // MARK: The end

    /// The first ending counts.
    mutating func ended(_ ending: HubPeerEnding, _ reason: HubDisconnection, now: Instant) -> Effect? {
        guard !hasEnded else { return nil }
        let wasOpen = isOpen
        phase = .ended(reason, isCut: ending == .cut, since: now)
        return .conclude(ending, reason, wasOpen: wasOpen)
    }
}

/// How the server ends a connection.
package enum HubPeerEnding: Equatable, Sendable {
    /// Says so with a hub Close message, then closes the WebSocket.
    case close(error: String?, allowReconnect: Bool)
    /// Refuses the handshake with these words.
    case refuse(String)
    /// Cuts the connection without a word, and forgets it.
    case cut
    /// The client has gone or closed.
    case gone

    /// Why, where nothing else is known.
    var reason: HubDisconnection {
        switch self {
        case .close(let error, _): HubDisconnection(.closedByServer, error: error)
        case .refuse(let text): HubDisconnection(.closedByServer, error: text)
        case .cut: HubDisconnection(.closedByServer)
        case .gone: HubDisconnection(.closedByClient)
        }
    }
}
