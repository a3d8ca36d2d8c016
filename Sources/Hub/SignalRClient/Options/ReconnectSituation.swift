/// What is known when it is decided whether a connection is tried again: see ``ReconnectPolicy/custom(retriesFirstConnection:_:)``.
public struct ReconnectSituation: Sendable, Equatable {
    /// Attempts since the loss, or since the start, that have failed; 0 when the connection was just lost. The failed first
    /// attempt of a start is not counted: it was nobody's retry.
    public let count: Int
    /// The time since the loss, or since the start.
    public let elapsed: Duration
    /// What has just happened: the loss, or why the last attempt failed.
    public let reason: HubError
    /// Whether the connection was there before: `false` for the first one of a start.
    public let isReconnect: Bool
    /// How many connections in a row, up to now, have ended sooner than ``ReconnectPolicy/stableAfter``.
    public let shortConnections: Int
    /// From a random source, for policies that spread their clients.
    let random: UInt64

    init(
        count: Int, elapsed: Duration = .zero, reason: HubError, isReconnect: Bool = true, shortConnections: Int = 0,
        random: UInt64
    ) {
        self.count = count
        self.elapsed = elapsed
        self.reason = reason
        self.isReconnect = isReconnect
        self.shortConnections = shortConnections
        self.random = random
    }
}
