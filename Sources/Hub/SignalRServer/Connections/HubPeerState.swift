import JSON
import Runtime
import SignalRProtocol
import WebSockets

/// All that changes about a connection.
struct HubPeerState {
    enum Phase: Equatable {
        case handshake
        /// The hub is asked whether the client may come in; what is sent meanwhile goes behind the answer.
        case opening
        case open
        case ended(HubPeerEnding)
    }

    /// What takes the records.
    enum Carrier {
        /// Nothing at present: the client may come back.
        case none
        case socket(WebSocketConnection)
        /// Polls or an event stream fetch them.
        case queue
    }

    var phase = Phase.handshake
    var carrier: Carrier
    var liveness: HubLiveness
    var queue = OutgoingQueue()
    /// Bytes that waited for the socket when last looked at.
    var waitingBytes = 0
    /// Exists when the connection outlives its sockets.
    var session: StatefulSession?
    /// When the token of the latest request expires.
    var tokenExpiry: ContinuousClock.Instant?
    /// Since when no transport is there.
    var absentSince: ContinuousClock.Instant?
    /// Counts transports, so that an old one knows that it has been replaced.
    var transports: UInt64 = 0
    /// Whether a task still reads from the current or an earlier socket.
    var isReading = false
    /// When the poll under way answers with nothing.
    var pollDeadline: ContinuousClock.Instant?
    /// Posts are taken one after the other: the number of the next one to come, and of the one whose turn it is.
    var (nextPost, currentPost): (UInt64, UInt64) = (0, 0)
    /// Reads the posts.
    var reader: HubPeerReader

    var calls: CallSchedule
    var running = RunningCalls()
    /// Calls of the client's handlers that wait for their result.
    var resultsWaiting = 0
    /// The items of upload streams that a method reads.
    var uploads: [String: BoundedChannel<JSONFragment>] = [:]

    /// Those who wait for a change of any of this.
    var waiters = WaitList()
    /// Set by what others may wait for; whoever holds the lock resumes them.
    var hasChanged = false

    init(_ configuration: HubConfiguration, transport: HubTransport, now: ContinuousClock.Instant) {
        liveness = HubLiveness(
            configuration, usesPings: transport != .longPolling, hasTransport: transport != .webSockets, now: now)
        carrier = transport == .webSockets ? .none : .queue
        reader = HubPeerReader(limit: configuration.maximumMessageBytes, checksUTF8: true)
        calls = CallSchedule(
            parallel: configuration.maximumParallelCalls, beside: configuration.maximumStreams,
            limit: configuration.maximumWaitingBytes)
    }

    var isOpen: Bool { phase == .open }
    var hasEnded: Bool { if case .ended = phase { true } else { false } }
    /// Whether the client is among those that messages reach.
    var isListed: Bool { phase == .opening || phase == .open }
}

/// How the server ends a connection.
package enum HubPeerEnding: Equatable, Sendable {
    /// Says so with a hub Close message, then closes the WebSocket.
    case close(error: String?, allowReconnect: Bool)
    /// Refuses the handshake with these words.
    case refuse(String)
    /// Cuts the connection without a word, and forgets it.
    case cut
    /// The client has gone or closed.
    case gone

    /// The reason, where nothing more is known.
    var reason: HubDisconnection {
        switch self {
        case .close(let error, _): HubDisconnection(.closedByServer, error: error)
        case .refuse(let text): HubDisconnection(.closedByServer, error: text)
        case .cut: HubDisconnection(.closedByServer)
        case .gone: HubDisconnection(.closedByClient)
        }
    }
}

/// Records that wait for a transport that fetches them. A value.
struct OutgoingQueue {
    private var records: [[UInt8]] = []
    private(set) var bytes = 0

    var isEmpty: Bool { records.isEmpty }

    mutating func append(_ record: [UInt8]) {
        records.append(record)
        bytes += record.count
    }

    mutating func takeAll() -> [[UInt8]] {
        defer { self = OutgoingQueue() }
        return records
    }
}
