import SignalRProtocol

/// When and where a token is refreshed while the connection lives (section 12.4). A value.
struct TokenRefresh: Equatable, Sendable {
    /// Always of the application's own server, also after a redirection.
    let url: HubURL
    /// How long the token that was shown is taken.
    let lifetime: Duration
}
