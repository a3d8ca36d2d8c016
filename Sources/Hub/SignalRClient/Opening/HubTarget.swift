import SignalRProtocol

/// Where one attempt connects, after negotiation and redirections, and by which transport.
struct HubTarget: Sendable {
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
