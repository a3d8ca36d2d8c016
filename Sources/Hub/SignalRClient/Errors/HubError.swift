/// Why a hub can't be reached, a connection ended, or a call failed.
public struct HubError: Error, Sendable, Equatable {
    /// The reasons. Later versions may know more: a `switch` has an `@unknown default`.
    @nonexhaustive public enum Kind: String, Sendable, CaseIterable {
        /// The URL can't be that of a hub.
        case badURL = "bad-url"
        /// Options that contradict each other.
        case badOptions = "bad-options"
        /// What answers there is no hub.
        case notAHub = "not-a-hub"
        /// The name has no address.
        case nameNotFound = "name-not-found"
        /// Nothing listens on that port.
        case refused
        /// There is no way to the address, or the network can't be used otherwise.
        case unreachable
        /// What answers does not speak TLS.
        case plainHTTP = "plain-http"
        /// The certificate, or TLS otherwise.
        case certificate
        /// 401: there was no token, or the server does not take it.
        case unauthorized
        /// 403: the server knows who asks, and does not want it.
        case forbidden
        /// Another HTTP status.
        case httpStatus = "http-status"
        /// The server refused to negotiate.
        case negotiationRefused = "negotiation-refused"
        /// The hub refused the handshake, and said why.
        case handshakeRefused = "handshake-refused"
        /// An old ASP.NET server, or no transport that both sides have.
        case incompatible
        /// The server did not answer, or not in full, within ``HubConnectionOptions/connectTimeout``.
        case connectTimeout = "connect-timeout"
        /// The hub did not answer the handshake in time.
        case handshakeTimeout = "handshake-timeout"
        /// Nothing came for the server timeout.
        case serverTimeout = "server-timeout"
        /// The server said Close.
        case closedByServer = "closed-by-server"
        /// The connection broke.
        case lost
        /// A message that the protocol does not allow, or that is too long.
        case protocolViolation = "protocol-violation"
        /// Messages came faster than they were consumed while a call waited behind them.
        case consumerTooSlow = "consumer-too-slow"
        /// The token provider failed.
        case noToken = "no-token"
        /// A step of ``HubConnection/onConnect(_:)`` failed.
        case stepFailed = "step-failed"
        /// A second ``HubConnection/answer(_:_:)`` for a target, of which the hub could be told only one.
        case alreadyAnswered = "already-answered"
        /// It runs already.
        case alreadyStarted = "already-started"
        /// Not connected at the moment.
        case notConnected = "not-connected"
        /// The hub's method failed.
        case methodFailed = "method-failed"
        /// An argument is not JSON.
        case badArgument = "bad-argument"
        /// A result, or an item of a stream, is not of the type that was asked for.
        case badResult = "bad-result"
        /// The task that waited was cancelled.
        case cancelled
        /// This side stopped.
        case stopped
    }

    /// Which of the reasons it is, for a program that decides.
    public let kind: Kind
    /// What happened, for people. Holds no secrets.
    public let message: String
    /// What a person can do about it, if anything.
    public let nextStep: String?
    /// How long the server asks to wait.
    public let retryAfter: Duration?
    /// The HTTP status, if one was the reason.
    public let status: Int?
    /// The code of the close frame that ended the connection, if one did.
    public let closeCode: Int?
    /// For a call: whether the method may have run all the same.
    public let mayHaveRun: Bool

    /// - Parameter message: for people, without secrets: programs print it.
    package init(
        _ kind: Kind, _ message: String, nextStep: String? = nil, retryAfter: Duration? = nil, status: Int? = nil,
        closeCode: Int? = nil, mayHaveRun: Bool = false
    ) {
        self.kind = kind
        self.message = message
        self.nextStep = nextStep
        self.retryAfter = retryAfter
        self.status = status
        self.closeCode = closeCode
        self.mayHaveRun = mayHaveRun
    }

    /// Whether the same may succeed later without anybody changing anything.
    public var isRetryable: Bool {
        switch kind {
        case .nameNotFound, .refused, .unreachable, .connectTimeout, .handshakeTimeout, .serverTimeout, .closedByServer,
            .lost, .consumerTooSlow, .noToken, .notConnected, .stepFailed:
            true
        case .httpStatus: (status ?? 0) >= 500 || status == 408 || status == 429
        case .badURL, .badOptions, .notAHub, .plainHTTP, .certificate, .unauthorized, .forbidden, .negotiationRefused,
            .handshakeRefused, .incompatible, .protocolViolation, .methodFailed, .badArgument, .badResult,
            .alreadyStarted, .alreadyAnswered, .cancelled, .stopped:
            false
        }
    }

    /// The same failure as a call sees it that was waiting.
    func ofCall(mayHaveRun: Bool) -> HubError {
        // It says so already.
        if self.mayHaveRun { return self }
        return HubError(
            kind, "the connection ended before the answer came: \(message)",
            nextStep: mayHaveRun ? "The method may have run; ask the server before calling it again." : nil,
            closeCode: closeCode, mayHaveRun: mayHaveRun)
    }
}

extension HubError: CustomStringConvertible {
    /// What happened and what to do about it.
    public var description: String { nextStep.map { "\(message). \($0)" } ?? message }
}
