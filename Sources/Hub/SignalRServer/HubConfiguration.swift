// The types of the protocol that users of a hub name. The others are for whoever imports the protocol itself.
@_exported public import enum SignalRProtocol.HubCompression
@_exported public import struct SignalRProtocol.HubLogEntry
@_exported public import enum SignalRProtocol.HubTransport

/// Times and limits of a hub. The defaults are those of ASP.NET Core where it has them.
public struct HubConfiguration: Sendable {
    // MARK: What is offered

    /// How messages may travel. Clients take the first they can of WebSockets, server-sent events, long polling.
    public var transports: Set<HubTransport> = Set(HubTransport.allCases)
    /// Whether a client that asks for it may come back to its connection after a loss, with no message lost or doubled. It
    /// costs up to ``statefulBufferBytes`` for each such client.
    public var allowsStatefulReconnect = false
    /// How messages over a WebSocket are compressed with clients that offer it, as browsers do. `nil` compresses nothing.
    public var compression: HubCompression?
    /// Whether failures that no method declared are told in full. For development only.
    public var tellsDetails = false
    /// Whether pages of other origins may connect.
    public var allowsOtherOrigins = false

    // MARK: Times

    /// How long a client may take until its handshake is complete.
    public var handshakeTimeout = Duration.seconds(15)
    /// Silence after which the hub pings a client.
    public var keepAliveInterval = Duration.seconds(15)
    /// Silence after which a client that has pinged is given up. Time in which the hub does not read it, because its calls or
    /// uploads wait for their room, is no silence.
    public var clientTimeout = Duration.seconds(30)
    /// How long a negotiated connection waits for its transport.
    public var negotiationLifetime = Duration.seconds(15)
    /// How long a client may be away: between two polls, or until it comes back to its connection.
    public var disconnectTimeout = Duration.seconds(15)
    /// How long a poll waits for something to tell.
    public var pollTimeout = Duration.seconds(90)
    /// How long a client may take nothing while bytes wait for it.
    public var sendTimeout = Duration.seconds(10)

    // MARK: Limits

    /// Bytes of one message from a client, separator included.
    public var maximumMessageBytes = 32 * 1024
    /// The most bytes that may wait for one client when another message comes; one message alone may be larger. A client for which
    /// more pile up is cut: nobody else is to wait for it, and after its reconnect it reads what it missed. Senders that wait for room
    /// (`Hub.send` with a time for it, a method that sends to its caller) do so as soon as a quarter of that waits.
    public var maximumOutgoingBytes = 1 << 20
    /// Calls of one client that run at a time; the others wait, in order. Streams and calls with uploads run beside them, and
    /// so does a call from where its method waits for what a client answers.
    public var maximumParallelCalls = 1
    /// Streams and calls with uploads of one client that run at a time; one more is refused.
    public var maximumStreams = 100
    /// Bytes of one client's calls that wait for their turn; then the hub stops reading that client.
    public var maximumWaitingBytes = 64 * 1024
    /// Items of one upload stream that wait for the method; then the hub stops reading that client.
    public var maximumWaitingItems = 10
    /// Bytes that wait for the acknowledgement of a client that may come back; then what is sent to it waits.
    public var statefulBufferBytes = 100_000
    /// Connections, with those that are negotiated and whose transport has not come. Beyond it negotiation answers 503.
    public var maximumConnections = 16_384

    // MARK: Observing

    /// Gets an entry for each client that comes or goes, each method that fails in a way that it did not declare, and each client
    /// that breaks the protocol. It is called where that happens, and must be quick.
    ///
    /// ```swift
    /// var configuration = HubConfiguration()
    /// configuration.onLog = { entry in
    ///     if entry.level >= .warning { print(entry) }
    /// }
    /// ```
    public var onLog: (@Sendable (HubLogEntry) -> Void)?
    /// Counts what this hub does, together with all others that are given the same one.
    public var metrics: HubServerMetrics?

    /// The defaults.
    public init() {}

    /// The first value that can't be used, in a sentence.
    var mistake: String? {
        if transports.isEmpty { return "transports is empty; offer one at least" }
        let limits = [
            ("maximumMessageBytes", maximumMessageBytes), ("maximumOutgoingBytes", maximumOutgoingBytes),
            ("maximumParallelCalls", maximumParallelCalls), ("maximumStreams", maximumStreams),
            ("maximumWaitingBytes", maximumWaitingBytes), ("maximumWaitingItems", maximumWaitingItems),
            ("statefulBufferBytes", statefulBufferBytes), ("maximumConnections", maximumConnections),
        ]
        let times = [
            ("handshakeTimeout", handshakeTimeout), ("keepAliveInterval", keepAliveInterval),
            ("clientTimeout", clientTimeout), ("negotiationLifetime", negotiationLifetime),
            ("disconnectTimeout", disconnectTimeout), ("pollTimeout", pollTimeout), ("sendTimeout", sendTimeout),
        ]
        if let (name, value) = limits.first(where: { $0.1 < 1 }) { return "\(name) is \(value); 1 is the least" }
        if let (name, value) = times.first(where: { $0.1 <= .zero }) {
            return "\(name) is \(value); it must be longer than nothing"
        }
        return nil
    }

    /// How often clients are looked at: pings and time limits are late by at most as much.
    var watchPeriod: Duration {
        let times = [
            handshakeTimeout / 4, keepAliveInterval / 2, clientTimeout / 4, disconnectTimeout / 4, pollTimeout / 4,
        ]
        return max(.milliseconds(10), times.reduce(.seconds(1)) { min($0, $1) })
    }
}
