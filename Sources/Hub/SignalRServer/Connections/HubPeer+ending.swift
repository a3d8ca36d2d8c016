import JSON
import Runtime
import SignalRProtocol
import Sockets
import WebSockets

extension HubPeer {
    private struct Ended: Sendable {
        var wasListed: Bool
        var socket: WebSocketConnection?
        var tasks: [Task<Void, Never>]
        var uploads: [BoundedChannel<JSONFragment>]
    }

    /// Ends the connection; the first ending counts.
    package func end(_ ending: HubPeerEnding, _ reason: HubDisconnection? = nil) {
        let ended = withState { state -> Ended? in
            guard !state.hasEnded else { return nil }
            // What was held back while the client came in is not for a client that does not.
            if state.phase == .opening { _ = state.queue.takeAll() }
            if let last = Self.lastRecord(ending, isOpen: state.isOpen) { _ = state.put(last) }
            if ending == .cut { _ = state.queue.takeAll() }
            var ended = Ended(
                wasListed: state.isListed, tasks: state.running.cancelAll(), uploads: Array(state.uploads.values))
            if case .socket(let socket) = state.carrier { ended.socket = socket }
            state.phase = .ended(ending)
            state.absentSince = .now
            state.uploads = [:]
            state.calls.removeAll()
            state.session = nil
            state.hasChanged = true
            return ended
        }
        guard let ended else { return }
        for task in ended.tasks { task.cancel() }
        for upload in ended.uploads { upload.finish(throwing: CancellationError(), droppingRest: true) }
        results.end()
        if let socket = ended.socket { Self.close(socket, ending) }
        hub.ended(self, wasListed: ended.wasListed, reason ?? ending.reason)
    }

    /// Cuts the transport without a word, as a dying network does. A connection that outlives its transports stays.
    package func cutTransport() {
        let socket = withState { state -> WebSocketConnection? in
            guard state.session != nil, case .socket(let socket) = state.carrier else { return nil }
            return socket
        }
        if let socket { socket.abort() } else if !withState({ $0.session != nil }) { end(.cut) }
    }

    /// A request of the client has been let in.
    ///
    /// - Parameter expiry: when its token expires; `nil` is never. The latest request counts.
    func authorized(until expiry: ContinuousClock.Instant?) { withState { $0.tokenExpiry = expiry } }

    private static func lastRecord(_ ending: HubPeerEnding, isOpen: Bool) -> [UInt8]? {
        switch ending {
        case .close(let error, let allowReconnect) where isOpen:
            HubMessage.close(error: error, allowReconnect: allowReconnect).record
        case .close(let error, _): HubHandshake.response(error: error ?? "Handshake was canceled.")
        case .refuse(let text): HubHandshake.response(error: text)
        case .cut, .gone: nil
        }
    }

    private static func close(_ socket: WebSocketConnection, _ ending: HubPeerEnding) {
        guard ending != .cut else { return socket.abort() }
        // The close frame goes behind what is queued; a client that does not answer it is cut after a few seconds.
        _ = socket.loop.post { _ in socket.assumeIsolated { $0.beginClose(code: 1000, reason: "") } }
    }
}
