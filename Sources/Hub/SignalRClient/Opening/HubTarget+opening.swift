import SignalRProtocol
import Sockets

extension HubTarget {
    /// Opens the transport.
    ///
    /// - Throws: ``HubError``; nothing is left open then.
    func open(on network: HubNetwork) async throws(HubError) -> any HubTransportConnection {
        switch transport {
        case .webSockets:
            translated(
                try await WebSocketTransport.open(self, on: network, within: requests.options.connectTimeout),
                hasHandshake: true)
        case .serverSentEvents, .longPolling:
            translated(try await HTTPTransport.open(self, on: network), hasHandshake: true)
        }
    }

    /// Opens another WebSocket at the same URL.
    func reopening(on network: HubNetwork) -> HubOpening.Reopen {
        { lastWasRefused, limit async throws(HubError) in
            if !access.isRedirected { try await access.ask(lastWasRefused: lastWasRefused) }
            // Both sides have shaken hands long ago.
            return translated(try await WebSocketTransport.open(self, on: network, within: limit), hasHandshake: false)
        }
    }

    /// The transport as the link knows it, which speaks JSON.
    private func translated(
        _ transport: any HubTransportConnection, hasHandshake: Bool
    ) -> any HubTransportConnection {
        switch requests.options.messageFormat {
        case .json: transport
        case .messagePack:
            MessagePackTransport(
                transport, limit: requests.options.maximumMessageBytes, hasHandshake: hasHandshake)
        }
    }
}
