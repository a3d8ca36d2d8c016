import SignalRProtocol
import Sockets

extension HubTarget {
    /// Opens the transport.
    ///
    /// - Throws: ``HubError``; nothing is left open then.
    func open(on network: HubNetwork) async throws(HubError) -> any HubTransportConnection {
        switch transport {
        case .webSockets: try await WebSocketTransport.open(self, on: network, within: requests.options.connectTimeout)
        case .serverSentEvents, .longPolling: try await HTTPTransport.open(self, on: network)
        }
    }

    /// Opens another WebSocket at the same URL.
    func reopening(on network: HubNetwork) -> HubOpening.Reopen {
        { lastWasRefused, limit async throws(HubError) in
            if !access.isRedirected { try await access.ask(lastWasRefused: lastWasRefused) }
            return try await WebSocketTransport.open(self, on: network, within: limit)
        }
    }
}
