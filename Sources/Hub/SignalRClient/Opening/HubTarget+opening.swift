import SignalRProtocol
import Sockets

extension HubTarget {
    /// Opens the transport.
    ///
    /// - Throws: ``HubError``; nothing is left open then.
    func open(on network: HubNetwork) async throws(HubError) -> any HubTransportConnection {
        switch transport {
        case .webSockets: try await WebSocketTransport.open(self, on: network)
        case .serverSentEvents, .longPolling: try await HTTPTransport.open(self, on: network)
        }
    }
}
