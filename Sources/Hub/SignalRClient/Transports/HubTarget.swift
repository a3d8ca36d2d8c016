import SignalRProtocol
import Sockets

/// Where one attempt connects, after negotiation and redirections, and by which transport.
struct HubTarget: Sendable {
    /// Opens another transport for the same connection, with a fresh token: after a refused one or not, within a time.
    typealias Reopen =
        @Sendable (_ lastWasRefused: Bool, _ limit: Duration) async throws(HubError) ->
        any HubTransportConnection

    var url: HubURL
    var transport: HubTransport
    /// What could be tried should this transport not open.
    var others: Set<HubTransport> = []
    /// The public id of the connection; `nil` without negotiation.
    var connectionID: String?
    /// Whether the connection outlives this transport: another WebSocket to the same URL goes on with it.
    var isStateful = false
    /// How the token is refreshed, where the server wants that.
    var refresh: TokenRefresh?
    var requests: HubRequests

    var access: HubAccess { requests.access }
}

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
    func reopening(on network: HubNetwork) -> Reopen {
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
