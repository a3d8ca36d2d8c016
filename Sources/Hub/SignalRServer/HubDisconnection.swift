/// Why a client's connection ended.
public struct HubDisconnection: Equatable, Sendable, CustomStringConvertible {
    /// The reasons. More may come: a `switch` over them needs an `@unknown default`.
    @nonexhaustive public enum Kind: String, Sendable, CaseIterable {
        /// The client said good-bye.
        case closedByClient = "closed-by-client"
        /// This server closed or cut it: ``HubPeer/close(error:allowReconnect:)``, ``HubPeer/cut()``, or because it stops.
        case closedByServer = "closed-by-server"
        /// The network broke, or the client took nothing of what was sent to it for too long.
        case lost
        /// The client sent what the protocol does not allow, or too much of it.
        case protocolViolation = "protocol-violation"
        /// The client was silent for too long, or did not come back in time.
        case timedOut = "timed-out"
        /// The token with which the client came in has expired, and no request has brought a newer one.
        case tokenExpired = "token-expired"
    }

    /// Which of the reasons it is.
    public let kind: Kind
    /// What is known beyond that, for a log; `nil` for an end in good order.
    public let error: String?

    /// A reason, with what is known beyond it.
    public init(_ kind: Kind, error: String? = nil) {
        self.kind = kind
        self.error = error
    }

    /// A line for people.
    public var description: String { error.map { "\(kind.rawValue): \($0)" } ?? kind.rawValue }
}
