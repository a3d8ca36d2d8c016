import HTTPMessages
import Runtime
import Sockets
import WebSockets

/// One accepted connection: requests in order, responses, then perhaps a WebSocket, which takes it over.
/// Its executor is the service thread, so the byte stream enters it with `assumeIsolated`.
actor HTTPConnection: HTTPBodySink {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// What the peer's silence means now.
    enum Waiting { case nothing, nextRequest, head, body, linger }

    /// Strong: whoever drops a server with connections must not trap. The circle ends with the connection.
    let server: HTTPServer
    nonisolated var configuration: HTTPServerConfiguration { server.configuration }
    let isLocal: Bool

    /// nil once it is gone.
    var stream: Connection?
    let (peer, number): (Peer, UInt64)
    var parser: HTTPRequestParser
    /// How often bytes have come.
    var receivedPieces = 0
    var waiting = Waiting.nextRequest
    var waitingSince = ContinuousClock.now
    /// Made when somebody must wait, so that an idle connection does not pay for it.
    var input: Promise<Void, any Error>?
    var drain: Promise<Void, HTTPServerError>?
    var isStopping = false
    /// A request has been answered on this connection.
    var hasServed = false
    /// One of the places for large bodies is this one's.
    var hasLargeBody = false
    /// A streamed response is being produced; if chunked, framed as HTTP/1.1 wants.
    var isStreaming = false
    var isChunked = false
    var task: Task<Void, Never>?
    var webSocket: WebSocketConnection?

    init(server: HTTPServer, stream: Connection, number: UInt64, isLocal: Bool) {
        loop = server.loop
        self.server = server
        self.stream = stream
        (peer, self.number) = (stream.peer, number)
        self.isLocal = isLocal
        parser = HTTPRequestParser(limits: server.configuration.parserLimits)
    }

    func start() {
        guard let stream else { return }
        let (tickPeriod, writeTimeout) = (configuration.tickPeriod, configuration.writeTimeout)
        stream.assumeIsolated { $0.use(self, tickPeriod: tickPeriod, writeTimeout: writeTimeout) }
        // Loose because it lives as long as the connection, and `closed()` cancels it. One that did not prefer the loop would pass through Swift's pool at every wait.
        task = Task(executorPreference: loop) { await self.serve() }
    }

    // MARK: called by the connection

    private func received(_ bytes: Span<UInt8>) {
        parser.append(bytes)
        receivedPieces &+= 1
        if let input = input.take() {
            input.keep()
        } else if parser.buffered > configuration.maximumHeadBytes {
            // Pipelined requests wait in the kernel while one is being answered.
            setReading(false)
        }
    }

    private func drained() { drain.take()?.keep() }

    /// The stream is gone, under us or under the WebSocket that took it over.
    func closed() {
        stream = nil
        giveBackLargeBody()
        task?.cancel()
        input.take()?.keep(.failure(HTTPServerError.disconnected))
        drain.take()?.keep(.failure(.disconnected))
        webSocket = nil
        server.assumeIsolated { $0.remove(self) }
    }

    /// Deadlines are looked at a few times a second instead of moving a timer with every request.
    private func tick(_ now: ContinuousClock.Instant) {
        let silence = now - waitingSince
        switch waiting {
        case .nothing, .linger: break
        // Before the first request this also bounds the TLS handshake.
        case .nextRequest:
            if silence > (hasServed ? configuration.keepAliveTimeout : configuration.headTimeout) { abort() }
        case .head: if silence > configuration.headTimeout { timeOut() }
        case .body: if silence > configuration.bodyTimeout(isLarge: hasLargeBody) { timeOut() }
        }
    }

    private func timeOut() {
        input.take()?.keep(.failure(HTTPParseError(.requestTimeout, "too slow")))
    }

    // MARK: ending

    /// How long a body may take before its connection gives way to a newcomer when all places are taken.
    private static let promptBody: Duration = .seconds(5)

    /// How much a connection without a request under way is worth keeping when there is no room for another one: one that
    /// has served its client before is worth more than one that never did, and one that waits for less long more than one that
    /// does for longer.
    struct Worth: Comparable {
        var hasServed: Bool
        var since: ContinuousClock.Instant

        static func < (one: Worth, other: Worth) -> Bool {
            one.hasServed == other.hasServed ? one.since < other.since : other.hasServed
        }
    }

    /// nil while a request is being answered and its client takes the answer or its body comes quickly, and once a WebSocket has taken over.
    var worth: Worth? {
        switch waiting {
        case .nextRequest, .head: Worth(hasServed: hasServed, since: waitingSince)
        // Its client has had its last answer.
        case .linger: Worth(hasServed: false, since: waitingSince)
        // An honest body comes at once, and an answer is taken; what drips must not keep others out.
        case .body, .nothing:
            waiting == .nothing && drain == nil || waitingSince.duration(to: .now) <= Self.promptBody
                ? nil : Worth(hasServed: false, since: waitingSince)
        }
    }

    /// Ends the connection before this returns, to make room.
    func drop() { stream?.assumeIsolated { $0.drop() } }

    /// Ends the connection now; `closed()` follows.
    func abort() { stream?.abort() }

    /// Says good-bye and drops what still comes.
    func linger() {
        waiting = .linger
        waitingSince = .now
        stream?.assumeIsolated { $0.finish() }
    }

    func stop() {
        isStopping = true
        if let webSocket {
            return webSocket.assumeIsolated { $0.beginClose(code: 1001, reason: "server is stopping") }
        }
        switch waiting {
        case .nextRequest: abort()
        case .nothing: if isStreaming { task?.cancel() }
        case .head, .body, .linger: break
        }
    }

    func setReading(_ isOn: Bool) { stream?.assumeIsolated { $0.setReading(isOn) } }
}

extension HTTPConnection: ConnectionHandler {
    nonisolated func connectionReceived(_ bytes: Span<UInt8>) { assumeIsolated { $0.received(bytes) } }
    nonisolated func connectionDrained() { assumeIsolated { $0.drained() } }
    nonisolated func connectionTick(_ now: ContinuousClock.Instant) { assumeIsolated { $0.tick(now) } }
    nonisolated func connectionClosed(_ error: SocketError?) { assumeIsolated { $0.closed() } }
}
