package import Observability

@_exported public import struct SignalRProtocol.HubLogEntry
// The three types of the protocol that users of a connection name. The others are for whoever imports the protocol itself.
@_exported public import enum SignalRProtocol.HubMessageFormat
@_exported public import enum SignalRProtocol.HubTransport

/// How a connection to a hub is made and kept.
public struct HubConnectionOptions: Sendable {
    // MARK: Who and where

    /// Asked before every attempt, and once more when a token is refused with 401. `nil` connects without a token.
    public var accessToken: (@Sendable (AccessTokenRequest) async throws -> AccessToken?)?
    /// Further fields for negotiation, WebSocket, polls and posts. A `Cookie` goes beside the cookies that the server sets.
    public var headers: [(name: String, value: String)] = []
    /// The path of a Unix-domain socket: negotiation and transports go there, whatever host and port the URL has.
    public var unixSocket: String?

    // MARK: How

    /// What may be used; the server's order decides.
    public var transports: Set<HubTransport> = [.webSockets, .serverSentEvents, .longPolling]
    /// How messages are written; arguments, items and results are JSON here in any case. With MessagePack, server-sent events
    /// are not used.
    public var messageFormat = HubMessageFormat.json
    /// Whether, and after which pauses, a lost connection is made again.
    public var reconnect = ReconnectPolicy.standard
    /// Connects without asking the server how: only with WebSockets as the one transport. Then the connection has no id, and
    /// no redirection is followed.
    public var skipsNegotiation = false
    /// Whether the hub is asked to keep messages for a client that was cut off for a moment: then nothing is lost, and calls
    /// go on. A hub that does not agree is used as without it.
    public var usesStatefulReconnect = false
    /// Bytes of sent messages that are kept until the hub has confirmed them; then sending waits. Only with stateful
    /// reconnect.
    public var statefulBufferBytes = 100_000
    /// How long a broken connection is tried again before it counts as lost: as long as hubs remember it by default.
    package var reattachWindow = Duration.seconds(15)

    // MARK: Times

    /// For negotiation, and for opening the transport.
    public var connectTimeout = Duration.seconds(30)
    /// How long the server may take to answer an HTTP request of long polling or server-sent events: a poll or a post. Longer
    /// than a poll waits on the server (90 s by default), and than a method runs whose hub takes no second call meanwhile.
    public var requestTimeout = Duration.seconds(100)
    /// From the open transport to the hub's answer to the handshake.
    public var handshakeTimeout = Duration.seconds(15)
    /// Own silence after which the hub is pinged; at most half of what the hub tolerates (30 s by default).
    public var pingInterval = Duration.seconds(15)
    /// Silence of the hub after which the connection is given up; at least twice its ping interval.
    public var serverTimeout = Duration.seconds(30)

    // MARK: Limits

    /// Bytes of one message. A longer one ends the connection.
    public var maximumMessageBytes = 16 << 20
    /// Bytes of invocations, and of one stream's items, that wait for their consumer. Then reading pauses, and with it the
    /// hub; while a call waits for its answer reading goes on, up to 16 times as much, and then the connection ends.
    public var maximumBacklogBytes = 1 << 20

    // MARK: Observing

    /// Told of each refresh of the token in a connection whose server asks for it: `nil`, or why it failed.
    public var onTokenRefresh: (@Sendable (HubError?) -> Void)?
    /// Fields for the `headers` of each call, such as `traceparent` and `tracestate`; asked at the call, in its task. An
    /// empty dictionary adds nothing.
    public var tracing: (@Sendable () -> [String: String])?
    /// Gets an entry for each change of state and for what is dropped, without its content. It is called where that happens, also
    /// on the thread that all connections share, and must be quick.
    ///
    /// ```swift
    /// var options = HubConnectionOptions()
    /// options.onLog = { entry in
    ///     if entry.level >= .info { print(entry) }
    /// }
    /// ```
    public var onLog: (@Sendable (HubLogEntry) -> Void)? {
        didSet { logger = onLog.map { Logger(telling: $0) } }
    }
    /// The same as records of the house.
    package var logger: Logger?
    /// Counts what this connection does, together with all others that are given the same one.
    public var metrics: HubMetrics?

    /// As official clients: every transport, no token, four attempts after a loss.
    public init() {}
}

/// A connection's options in one place on the heap, for all of its parts: they are large.
final class HubSettings: Sendable {
    let options: HubConnectionOptions

    init(_ options: HubConnectionOptions) {
        self.options = options
    }
}
