/// How an account's way to its server is.
package enum LinkState: String, Sendable, CaseIterable {
    /// The hub answers, and what it said before was looked for.
    case live
    /// The hub answers; a scan looks for what it said before.
    case catchingUp = "catching-up"
    /// An attempt is under way: address, connection, handshake.
    case connecting
    /// The hub is away until the next try; the server's lists can be read.
    case waiting
    /// Neither the hub nor the server's lists can be had.
    case down
    /// The server has no hub: news comes with scans only.
    case polling
    /// A person has to sign in before anything works.
    case signInNeeded = "sign-in-needed"
    /// Nothing is tried any more.
    case stopped

    /// - Parameters:
    ///   - hub: how the hub's connection is.
    ///   - isCatchingUp: no full scan has looked yet at what was said before it came.
    ///   - isServerAway: whether nobody answers at the server either, as far as the link or the scans know.
    package init(hub: LiveStatus.Account.State, isCatchingUp: Bool, isServerAway: Bool) {
        switch hub {
        case .live: self = isCatchingUp ? .catchingUp : .live
        case .connecting: self = isServerAway ? .down : .connecting
        case .waiting: self = isServerAway ? .down : .waiting
        case .polling: self = .polling
        case .signInNeeded: self = .signInNeeded
        case .stopped: self = .stopped
        }
    }
}
