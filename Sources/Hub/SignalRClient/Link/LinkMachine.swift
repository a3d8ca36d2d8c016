/// How a link ends.
indirect enum LinkEnding: Sendable, Equatable {
    /// This side stopped it.
    case stopped
    /// Without a word. It may come back: only what the server says itself ends the connection for good.
    case lost(HubError)
    /// With a word: the server's Close, or that what had to be done first has failed.
    case closed(HubError, allowsReconnect: Bool)

    /// As those see it who wait for the hub, and those who come later.
    var error: HubError {
        switch self {
        case .stopped: .stopped
        case .lost(let error), .closed(let error, _): error
        }
    }
}

/// Decides the life of a link, from its first transport to its end. A value: no IO, no clock.
///
/// Whoever reads the transport also ends it. All others say what they want, and the reader hears of it when it looks next: so
/// what has been read before is handed over before.
struct LinkMachine {
    /// What the reader is to hear when it looks next.
    struct News: Equatable {
        /// What had to be done before anybody else may use the link has been done, and nobody has been told.
        var isPrepared = false
        /// Why it is to end although its transport has not. A loss, which another transport heals, is less than a word, and
        /// a stop is more than all; of two alike the first counts.
        var ending: LinkEnding?
    }

    enum Phase: Equatable {
        /// There is a transport.
        case open(News)
        /// It was lost. The hub may still remember the connection: another transport is looked for, and everything is kept.
        indirect case reattaching(after: HubError, News)
        /// Calls have failed, and the transport is being closed.
        case closing(LinkEnding)
        /// The owner has been told.
        case ended(LinkEnding)
    }

    /// What is to be done. `end`, `reattach` and `close` end with an event.
    enum Effect: Equatable {
        /// Read what has come.
        case read
        /// Tell the owner that the link may be used, and look again.
        case announce
        /// Stop reading: ``LinkMachine/readingEnded(_:hasBroken:)``.
        case end(LinkEnding)
        /// Have the reader look.
        case wake
        /// Give the transport up, and look for another one: ``LinkMachine/reattached()`` or ``LinkMachine/notReattached()``.
        case reattach
        /// Look no longer.
        case stopReattaching
        /// Let every call fail, and close the transport as it befits: ``LinkMachine/closed()``.
        case close(LinkEnding)
        /// Tell the owner: the last word.
        case tell(LinkEnding)
    }

    /// Whether the hub may remember the connection for a while when a transport is lost.
    let isStateful: Bool
    private(set) var phase: Phase

    init(isStateful: Bool, phase: Phase = .open(News())) {
        self.isStateful = isStateful
        self.phase = phase
    }

    /// Whether the reader has something else to do than to wait for a consumer.
    var hasNews: Bool {
        switch phase {
        case .open(let news): news.isPrepared || news.ending != nil
        case .reattaching, .closing, .ended: false
        }
    }

    // MARK: Events of the reader

    /// It is about to read.
    mutating func looked() -> Effect? {
        switch phase {
        case .open(var news):
            if let ending = news.ending { return .end(ending) }
            guard news.isPrepared else { return .read }
            news.isPrepared = false
            phase = .open(news)
            return .announce
        case .reattaching, .closing, .ended: return nil
        }
    }

    /// It reads no more, because of what it met, or was told when it looked.
    ///
    /// - Parameter hasBroken: whether the transport did, rather than being closed by a word of the other side.
    mutating func readingEnded(_ ending: LinkEnding, hasBroken: Bool) -> Effect? {
        switch phase {
        case .open(var news):
            guard isStateful, case .lost(let error) = ending, hasBroken || error.kind == .serverTimeout else {
                return close(ending)
            }
            if news.ending == .stopped { return close(.stopped) }
            if case .lost = news.ending { news.ending = nil }
            phase = .reattaching(after: error, news)
            return .reattach
        case .reattaching, .closing, .ended: return nil
        }
    }

    // MARK: Events from elsewhere

    /// What had to be done first has been done, or has failed.
    mutating func prepared(_ failure: HubError?) -> Effect? {
        switch phase {
        case .open(var news):
            news.tell(failure)
            phase = .open(news)
            return .wake
        case .reattaching(let error, var news):
            news.tell(failure)
            phase = .reattaching(after: error, news)
            return nil
        case .closing, .ended: return nil
        }
    }

    /// The transport is of no use any more, though it has not ended.
    mutating func failed(_ error: HubError) -> Effect? {
        switch phase {
        case .open(var news):
            guard news.ending == nil else { return nil }
            news.ending = .lost(error)
            phase = .open(news)
            return .wake
        // It is said of a transport that has been given up.
        case .reattaching, .closing, .ended: return nil
        }
    }

    mutating func stopRequested() -> Effect? {
        switch phase {
        case .open(var news):
            news.ending = .stopped
            phase = .open(news)
            return .wake
        case .reattaching(let error, var news):
            news.ending = .stopped
            phase = .reattaching(after: error, news)
            return .stopReattaching
        case .closing, .ended: return nil
        }
    }

    // MARK: Events of what was begun

    /// There is another transport.
    mutating func reattached() -> Effect? {
        switch phase {
        case .reattaching(_, let news):
            phase = .open(news)
            return .read
        case .open, .closing, .ended: return nil
        }
    }

    /// There is none, or nobody wants one any more.
    mutating func notReattached() -> Effect? {
        switch phase {
        case .reattaching(let error, let news): close(news.ending == .stopped ? .stopped : .lost(error))
        case .open, .closing, .ended: nil
        }
    }

    /// The transport has been closed.
    mutating func closed() -> Effect? {
        switch phase {
        case .closing(let ending):
            phase = .ended(ending)
            return .tell(ending)
        case .open, .reattaching, .ended: return nil
        }
    }

    private mutating func close(_ ending: LinkEnding) -> Effect {
        phase = .closing(ending)
        return .close(ending)
    }
}

extension LinkMachine.News {
    /// Takes note of how the preparation went.
    fileprivate mutating func tell(_ failure: HubError?) {
        guard let failure else { return isPrepared = true }
        switch ending {
        case nil, .lost: ending = .closed(failure, allowsReconnect: true)
        case .closed, .stopped: break
        }
    }
}
