import Values

/// When a token is used, renewed or given up: a decision without clock or network.
struct TokenPolicy: Sendable, Equatable {
    enum Decision: Sendable, Equatable {
        case use
        /// Still good, but not for long.
        case refresh
        /// Missing or expired: only the password helps.
        case signIn
    }

    /// How long before its end a token is renewed.
    static let margin = Duration.seconds(300)
    /// The least time between two tries to renew a token that is still good.
    static let pause = Duration.seconds(30)

    /// By the server's clock.
    private var expiresAt: Timestamp?
    private var refreshAt: Timestamp?
    private var hasToken = false

    /// A token was got, or loaded.
    ///
    /// - Parameter isFresh: it is new; a short-lived one is then renewed at half its life.
    mutating func tokenReceived(expiresAt: Timestamp?, isFresh: Bool, serverNow: Timestamp) {
        hasToken = true
        self.expiresAt = expiresAt
        refreshAt = expiresAt.map { end in
            let half = end.duration(since: serverNow) / 2
            return end.advanced(by: .zero - (isFresh && half < Self.margin ? max(half, .zero) : Self.margin))
        }
    }

    mutating func tokenDropped() { self = TokenPolicy() }

    /// A try to renew is about to begin; should it fail, the token is used on for a while.
    mutating func refreshTried(serverNow: Timestamp) { refreshAt = serverNow.advanced(by: Self.pause) }

    func decision(serverNow: Timestamp) -> Decision {
        guard hasToken else { return .signIn }
        guard let expiresAt, let refreshAt else { return .use }
        if serverNow >= expiresAt { return .signIn }
        return serverNow >= refreshAt ? .refresh : .use
    }
}
