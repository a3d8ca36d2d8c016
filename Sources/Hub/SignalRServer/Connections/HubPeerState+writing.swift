import SignalRProtocol
import WebSockets

extension HubPeerState {
    /// What follows from writing, once the lock is free.
    struct Written {
        /// To be flushed.
        var socket: WebSocketConnection?
        /// More waits than the client may let pile up. One record alone may be larger: that is no sign of a slow client.
        var isTooMuch = false
    }

    /// Hands a record to the transport.
    ///
    /// - Parameters:
    ///   - isTrackable: whether it is one that both ends count.
    ///   - limit: bytes that may wait for the client.
    mutating func send(_ record: [UInt8], isTrackable: Bool, limit: Int, now: ContinuousClock.Instant) -> Written {
        guard isListed else { return Written() }
        var written = Written()
        if isTrackable, session != nil {
            let isNow = session?.send(record) ?? false
            written.isTooMuch = session.map { $0.keptBytes - record.count - $0.limit > limit } ?? false
            guard isNow else { return written }
        }
        if phase == .opening {
            queue.append(record)
            written.isTooMuch = written.isTooMuch || queue.bytes - record.count > limit
            return written
        }
        let put = put(record, limit: limit)
        liveness.sent(now: now)
        return Written(socket: put.socket, isTooMuch: written.isTooMuch || put.isTooMuch)
    }

    /// Puts a record behind those before, whatever the phase.
    mutating func put(_ record: [UInt8], limit: Int = .max) -> Written {
        switch carrier {
        case .none: return Written()
        case .socket(let socket):
            // A socket that has ended tells its reader.
            guard let (waiting, mustFlush) = socket.append(record, text: true) else { return Written() }
            waitingBytes = waiting
            return Written(socket: mustFlush ? socket : nil, isTooMuch: waiting - record.count > limit)
        case .queue:
            queue.append(record)
            hasChanged = true
            return Written(isTooMuch: queue.bytes - record.count > limit)
        }
    }

    /// The client has come in: the answer to its handshake goes first, then what was sent meanwhile.
    mutating func open(now: ContinuousClock.Instant) -> Written {
        let held = queue.takeAll()
        phase = .open
        hasChanged = true
        liveness.handshakeCompleted(now: now)
        var written = Written()
        for record in [HubHandshake.response()] + held {
            if let socket = put(record).socket { written.socket = socket }
        }
        return written
    }

    /// Whether senders that can wait should.
    func isFull(_ configuration: HubConfiguration) -> Bool {
        guard isListed else { return false }
        if session?.isFull == true { return true }
        // They wait at a quarter, so that there is room for what can't wait.
        let limit = configuration.maximumOutgoingBytes / 4
        // Held back behind the answer to the handshake.
        if phase == .opening { return queue.bytes > limit }
        if case .socket = carrier { return waitingBytes > limit }
        return queue.bytes > limit
    }
}
