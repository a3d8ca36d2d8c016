package import Observability

// The four types of the protocol that users of a connection name. The others are for whoever imports the protocol itself.
@_exported public import enum SignalRProtocol.HubCompression
@_exported public import struct SignalRProtocol.HubLogEntry
@_exported public import enum SignalRProtocol.HubMessageFormat
@_exported public import enum SignalRProtocol.HubTransport

/// How a connection to a hub is made and kept.
public struct HubConnectionOptions: Sendable {
    // MARK: Who and where

    /// Gives the token to connect with. It is called before every attempt, and once more when the server refuses a token with status
    /// 401. `nil`, of the closure or from it, connects without a token.
    public var accessToken: (@Sendable (AccessTokenRequest) async throws -> AccessToken?)?
    /// Further header fields of each HTTP request: negotiation, WebSocket, polls and posts. A field `Cookie` goes beside the cookies
    /// that the server sets.
    public var headers: [(name: String, value: String)] = []
    /// The path of a Unix-domain socket that all requests go to, whatever host and port the URL has.
    public var unixSocket: String?

    // MARK: How

    /// Which transports may be used. They are tried in the order in which the server names them.
    public var transports = Self.everyTransport
    /// How messages are written; arguments, items and results are JSON here in any case. With MessagePack, server-sent events
    /// are not used.
    public var messageFormat = HubMessageFormat.json
    /// How messages over a WebSocket are compressed where the hub agrees; one of ASP.NET Core never does. `nil` doesn't offer it.
    public var compression: HubCompression?
    /// Whether, and after which pauses, a lost connection is made again.
    public var reconnect = ReconnectPolicy.standard
    /// Connects without asking the server how: only with WebSockets as the one transport. Then the connection has no id, and
    /// no redirection is followed.
    public var skipsNegotiation = false
    /// Whether the hub is asked to keep messages for a client that was cut off for a moment: then nothing is lost, and calls
    /// go on. A hub that does not agree is used as without it.
    public var usesStatefulReconnect = false
    /// With stateful reconnect: the most bytes of sent messages that are kept until the hub has confirmed them. When it is full,
    /// sending waits.
    public var statefulBufferBytes = 100_000
    /// With stateful reconnect: how long another transport is looked for before the connection counts as lost. Hubs remember it for
    /// 15 seconds by default.
    public var reattachWindow = Duration.seconds(15)

    // MARK: Times

    /// How long negotiation may take, and then opening the transport.
    public var connectTimeout = Duration.seconds(30)
    /// How long the server may take to answer an HTTP request of long polling or server-sent events: a poll or a post. It must be
    /// longer than a poll waits on the server (90 s by default). A hub that runs one call at a time may answer a post only when the
    /// method before it has ended: then it must be longer than such a method runs, too.
    public var requestTimeout = Duration.seconds(100)
    /// How long the hub may take to answer the handshake, once the transport is open.
    public var handshakeTimeout = Duration.seconds(15)
    /// After so long without sending anything, this client sends a ping. It should be at most half of the silence after which the hub
    /// gives a client up (30 s by default).
    public var pingInterval = Duration.seconds(15)
    /// After so long without anything from the hub, the connection counts as lost. It should be at least twice the interval of the
    /// hub's pings (15 s by default).
    public var serverTimeout = Duration.seconds(30)

    // MARK: Limits

    /// The most bytes that one message from the hub may have. A longer one ends the connection.
    public var maximumMessageBytes = 16 << 20
    /// The most bytes of invocations, and of one stream's items, that wait for their consumer. Beyond it the client stops reading,
    /// which holds the hub back. While a call waits for its answer reading goes on, up to 16 times as much; then the connection ends.
    public var maximumBacklogBytes = 1 << 20

    // MARK: Observing

    /// Called when the token was refreshed in a living connection, as some servers want it: with `nil`, or with why it failed.
    public var onTokenRefresh: (@Sendable (HubError?) -> Void)?
    /// Gives the fields that are sent in the `headers` of each call's message, such as `traceparent` and `tracestate`. It is called at
    /// each call, in the task that calls; an empty dictionary adds nothing.
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

    /// One for all: every connection keeps its options.
    private static let everyTransport: Set<HubTransport> = [.webSockets, .serverSentEvents, .longPolling]

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
