import SignalRProtocol

/// Where one attempt connects, after negotiation and redirections, and with which token.
struct HubTarget: Sendable {
    var url: HubURL
    var token: AccessToken?
    /// The public id of the connection; `nil` without negotiation.
    var connectionID: String?
}
