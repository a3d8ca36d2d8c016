extension HubError {
    /// Whose doing it is: coarser than ``Kind``, for a program that decides what to do.
    /// Later versions may know more: a `switch` has an `@unknown default`.
    @nonexhaustive public enum Category: String, Sendable, CaseIterable {
        /// The server can't be reached: name, route, port, TLS.
        case unreachable
        /// The server answered, and does not want this client.
        case refusal
        /// Nobody answered in time.
        case timeout
        /// The connection was there and ended: broken, or closed by the server.
        case loss
        /// The other side does not speak the protocol, or breaks it.
        case protocolViolation = "protocol-violation"
        /// This program did what can't work.
        case misuse
        /// The hub's method said so.
        case method
        /// This program ended it.
        case cancellation
    }

    /// Whose doing it is.
    public var category: Category {
        switch kind {
        case .nameNotFound, .refused, .unreachable, .plainHTTP, .certificate: .unreachable
        case .unauthorized, .forbidden, .httpStatus, .negotiationRefused, .handshakeRefused, .incompatible, .noToken:
            .refusal
        case .connectTimeout, .handshakeTimeout, .serverTimeout: .timeout
        case .closedByServer, .lost: .loss
        case .notAHub, .protocolViolation: .protocolViolation
        case .badURL, .badOptions, .badArgument, .badResult, .alreadyStarted, .alreadyAnswered, .notConnected,
            .consumerTooSlow,
            .stepFailed:
            .misuse
        case .methodFailed: .method
        case .cancelled, .stopped: .cancellation
        }
    }
}
