// Users of a server build and read fields and statuses and talk to WebSockets: they see these types with this module.
@_exported public import HTTPMessages
import Runtime
public import Sockets
@_exported public import WebSockets

/// An HTTP/1.1 server. Requests are parsed here, strictly; sockets, TLS, timers and the thread are the event loop's.
///
/// HTTP/2 is off: a local page gains nothing from it, and it is the larger target.
public actor HTTPServer {
    public nonisolated let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    let configuration: HTTPServerConfiguration
    let handler: HTTPHandler
    private var listeners: [Listener] = []
    private var connections: [ObjectIdentifier: HTTPConnection] = [:]
    private var accepted: UInt64 = 0
    private var largeBodies = 0
    private var isStopping = false
    /// Kept when it stops and no connection is left.
    private let isDrained = Promise<Void, Never>()

    public init(on loop: EventLoop, configuration: HTTPServerConfiguration = .init(), handler: @escaping HTTPHandler) {
        self.loop = loop
        self.configuration = configuration
        self.handler = handler
    }

    public var connectionCount: Int { connections.count }

    /// Starts accepting; may be called for several endpoints.
    /// - Returns: the endpoint with the port that was chosen.
    public func listen(on endpoint: Endpoint) throws(HTTPServerError) -> Endpoint {
        guard !isStopping, !loop.isStopped else { throw .stopped }
        let isLocal = if case .unix = endpoint { true } else { false }
        do throws(SocketError) {
            let listener = try Listener(
                on: loop, endpoint, tls: configuration.tls, clientAuthorities: configuration.clientAuthorities,
                makeRoom: { [weak self] in self?.assumeIsolated { $0.makeRoom() } ?? false },
                accepted: { [weak self] connection in
                    guard let self else { return connection.abort() }
                    assumeIsolated { $0.accept(connection, isLocal: isLocal) }
                })
            listeners.append(listener)
            return listener.endpoint
        } catch {
            throw HTTPServerError(error)
        }
    }

    private func accept(_ stream: Connection, isLocal: Bool) {
        guard !isStopping, hasPlace(for: stream.peer) else { return stream.abort() }
        accepted += 1
        let connection = HTTPConnection(server: self, stream: stream, number: accepted, isLocal: isLocal)
        connections[ObjectIdentifier(connection)] = connection
        connection.assumeIsolated { $0.start() }
    }

    /// Whether there is a place, perhaps that of another connection.
    private func hasPlace(for peer: Peer) -> Bool {
        if configuration.maximumConnectionsOfPeer < configuration.maximumConnections {
            let origin = peer.origin
            let same = connections.values.count { $0.peer.origin == origin }
            if same >= configuration.maximumConnectionsOfPeer { return makeRoom { $0.peer.origin == origin } }
        }
        return connections.count < configuration.maximumConnections || makeRoom()
    }

    /// Drops the connection that is missed least: clients that open many and say nothing must not keep others out.
    ///
    /// - Parameter isMeant: which of them may be dropped.
    /// - Returns: Whether there is one that no request is under way on.
    private func makeRoom(among isMeant: (HTTPConnection) -> Bool = { _ in true }) -> Bool {
        guard !isStopping else { return false }
        var least: (connection: HTTPConnection, worth: HTTPConnection.Worth)?
        for connection in connections.values where isMeant(connection) {
            guard let worth = connection.assumeIsolated({ $0.worth }), least.map({ worth < $0.worth }) ?? true else {
                continue
            }
            least = (connection, worth)
        }
        guard let least else { return false }
        least.connection.assumeIsolated { $0.drop() }
        return true
    }

    /// One that drips gives its place to a newcomer.
    ///
    /// - Returns: Whether there was a place.
    func takeLargeBody(_ most: Int) -> Bool {
        guard largeBodies < most || makeRoom(among: { $0.assumeIsolated { $0.hasLargeBody } }) else { return false }
        largeBodies += 1
        return true
    }

    func giveBackLargeBody() { largeBodies -= 1 }

    func remove(_ connection: HTTPConnection) {
        connections[ObjectIdentifier(connection)] = nil
        if isStopping, connections.isEmpty { isDrained.keep() }
    }

    private func stopAll() {
        for connection in connections.values { connection.assumeIsolated { $0.stop() } }
    }

    private func abortAll() {
        for connection in connections.values { connection.assumeIsolated { $0.abort() } }
    }

    /// Stops accepting, lets requests finish, closes WebSockets with 1001, and cuts what is left after `limit`. Returns
    /// when no connection is left.
    public func stop(within limit: Duration = .seconds(5)) async {
        guard !loop.isStopped else { return }
        if !isStopping {
            isStopping = true
            let closing = listeners
            listeners = []
            for listener in closing { await listener.close() }
            stopAll()
        }
        if connections.isEmpty { return }
        let cut = loop.schedule(after: limit) { [self] isStopping in
            if !isStopping { assumeIsolated { $0.abortAll() } }
        }
        await isDrained.valueEvenIfCancelled()
        if !loop.isStopped { loop.cancel(cut) }
    }
}

/// Answers a request. Runs off the service thread; a thrown error becomes a 500 without detail.
public typealias HTTPHandler = @concurrent @Sendable (HTTPRequest) async throws -> HTTPResponse
