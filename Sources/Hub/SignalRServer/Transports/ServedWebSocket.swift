import Runtime
import SignalRProtocol
import WebSockets

/// A connection over WebSockets: one socket, or one after the other when the connection outlives them.
struct ServedWebSocket: Sendable {
    let peer: HubPeer

    /// Serves the connection on a socket until that ends.
    func serve(_ socket: WebSocketConnection) async {
        let configuration = peer.hub.configuration
        socket.limitWriting(to: configuration.sendTimeout)
        guard let (number, isResumed) = await attach(socket) else {
            socket.abort()
            return await drain(socket)
        }
        let format = isResumed ? peer.writer.format : nil
        var decoder = PeerDecoder(limit: configuration.maximumMessageBytes, resuming: format)
        do {
            for try await batch in socket.batches {
                // After our close only the end of the socket is of interest: returning earlier would let a close frame out
                // where the connection is to be cut without a word.
                guard !peer.hasEnded else { continue }
                await peer.reader.take(Self.read(batch, &decoder), of: peer)
            }
        } catch {
            // `ending` says why.
        }
        detach(socket, number)
    }

    private static func read(_ batch: WebSocketBatch, _ decoder: inout PeerDecoder) -> PeerDecoder.Batch {
        var read = PeerDecoder.Batch()
        do throws(HubProtocolError) {
            // Official servers take binary frames of JSON too.
            try batch.forEachPayload { payload, isText throws(HubProtocolError) in
                try decoder.read(payload, isText: isText, into: &read.incoming)
            }
        } catch {
            read.violation = error
        }
        return read
    }

    /// Makes the socket the connection's transport, in place of one that may still be open.
    ///
    /// - Returns: The transport's number, and whether a connection goes on; `nil` if it came too late.
    private func attach(_ socket: WebSocketConnection) async -> (number: UInt64, isResumed: Bool)? {
        let place: (number: UInt64, isResumed: Bool)
        switch peer.decide({ $0.arrived(now: .now) }) {
        case .serve(let number, let isResumed): place = (number, isResumed)
        case .replace(let number):
            peer.writer.abortSocket()
            // What came on the old one comes before.
            let isTurn = await peer.machine.wait(isCancellable: false) { $0.turn(of: number) }
            guard isTurn == true else { return nil }
            place = (number, true)
        default: return nil
        }
        peer.reader.attached()
        do throws(HubProtocolError) {
            return try peer.writer.attach(socket) ? place : nil
        } catch {
            peer.unwritable(error)
            return nil
        }
    }

    /// The socket has ended.
    private func detach(_ socket: WebSocketConnection, _ number: UInt64) {
        let ending = socket.ending
        // First: whoever waits for this end uses the writer.
        peer.writer.detach(socket)
        peer.decide {
            $0.readingEnded(
                number, isLost: ending?.isLoss == true, HubDisconnection(ending), now: .now)
        }
    }

    private func drain(_ socket: WebSocketConnection) async {
        var rest = socket.batches.makeAsyncIterator()
        while (try? await rest.next()) != nil {}
    }
}

extension HubDisconnection {
    /// Why a socket ended that this server did not close.
    fileprivate init(_ ending: WebSocketError?) {
        switch ending?.kind {
        case .closed(1000, _, _), .closed(1001, _, _), .closed(1005, _, _): self.init(.closedByClient)
        case .closed: self.init(.closedByClient, error: ending?.message)
        case .violation, .messageTooBig: self.init(.protocolViolation, error: ending?.message)
        case .silent: self.init(.timedOut, error: ending?.message)
        case .socket, .lost, .http, .proxy, .handshake, nil: self.init(.lost, error: ending?.message)
        }
    }
}
