import JSON
import SignalRProtocol
import WebSockets

/// The WebSocket transport: one socket, or one after the other when the connection outlives them.
extension HubPeer {
    /// Whether a new socket may take over.
    var takesNewSocket: Bool { withState { $0.session != nil && !$0.hasEnded } }

    /// Serves the connection on a socket until that ends.
    func serve(_ socket: WebSocketConnection) async {
        socket.limitWriting(to: hub.configuration.sendTimeout)
        guard let (number, isResumed) = await attach(socket) else {
            socket.abort()
            return await drain(socket)
        }
        var reader = HubPeerReader(limit: hub.configuration.maximumMessageBytes, isOpen: isResumed)
        do {
            for try await batch in socket.batches {
                // After our close only the end of the socket is of interest: returning earlier would let a close frame out
                // where the connection is to be cut without a word.
                guard !withState({ $0.hasEnded }) else { continue }
                let (incoming, violation) = Self.read(batch, &reader)
                await receive(incoming, violation: violation)
            }
        } catch {
            // `ending` says why.
        }
        detach(socket, number)
    }

    private static func read(
        _ batch: WebSocketBatch, _ reader: inout HubPeerReader
    ) -> ([HubPeerReader.Incoming], HubProtocolError?) {
        var incoming: [HubPeerReader.Incoming] = []
        do throws(HubProtocolError) {
            // Official servers take binary frames too; only text has been checked to be UTF-8.
            try batch.forEachPayload { payload, isText throws(HubProtocolError) in
                try reader.read(payload, checksUTF8: !isText, into: &incoming)
            }
        } catch {
            return (incoming, error)
        }
        return (incoming, nil)
    }

    /// Makes the socket the connection's transport, in place of one that may still be open.
    ///
    /// - Returns: The transport's number, and whether a connection goes on; `nil` if it came too late.
    private func attach(_ socket: WebSocketConnection) async -> (number: UInt64, isResumed: Bool)? {
        let (number, old) = withState { state -> (UInt64, WebSocketConnection?) in
            state.transports += 1
            state.hasChanged = true
            if case .socket(let old) = state.carrier { return (state.transports, old) }
            return (state.transports, nil)
        }
        old?.abort()
        // What came on the old one comes before: its reader must have ended.
        let attached = await wait(isCancellable: false) { state -> Attached? in
            guard !state.hasEnded, state.transports == number else { return Attached(isTooLate: true) }
            guard !state.isReading else { return nil }
            return Self.use(socket, &state)
        }
        guard let attached, !attached.isTooLate else { return nil }
        if attached.mustFlush { socket.flushSoon() }
        return (number, attached.isResumed)
    }

    private struct Attached: Sendable {
        var isTooLate = false
        var isResumed = false
        var mustFlush = false
    }

    private static func use(_ socket: WebSocketConnection, _ state: inout HubPeerState) -> Attached {
        state.isReading = true
        state.carrier = .socket(socket)
        state.absentSince = nil
        state.waitingBytes = 0
        state.hasChanged = true
        state.liveness.attached(now: .now)
        // It is open already: the negotiation is over, the handshake done.
        guard let records = state.session?.attached() else { return Attached() }
        var attached = Attached(isResumed: true)
        for record in records where state.put(record).socket != nil { attached.mustFlush = true }
        return attached
    }

    /// The socket has ended.
    private func detach(_ socket: WebSocketConnection, _ number: UInt64) {
        // Else it was said with a close frame, or came of what nobody may send: then it does not go on.
        let isLost = socket.ending?.isLoss == true
        let isOver = withState { state -> Bool in
            state.isReading = false
            state.hasChanged = true
            guard state.transports == number, !state.hasEnded else { return false }
            state.carrier = .none
            guard isLost, state.session != nil else { return true }
            state.session?.detached()
            state.absentSince = .now
            return false
        }
        if isOver { end(.gone) }
    }

    private func drain(_ socket: WebSocketConnection) async {
        var rest = socket.batches.makeAsyncIterator()
        while (try? await rest.next()) != nil {}
    }
}
