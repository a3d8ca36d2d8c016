import HTTPMessages
import Runtime
import Sockets

/// Opens one client connection: proxy, TLS, upgrade; then hands it to a `WebSocketConnection`.
actor ClientOpening {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    enum Stage { case connecting, proxy, securing, upgrade, over }

    private let options: WebSocketOptions
    private let handshake: ClientHandshake
    private var stage = Stage.connecting
    private var connection: Connection?
    private var reader = HTTPResponseHeadReader()
    private let opened = Promise<WebSocketConnection, any Error>()

    init(on loop: EventLoop, _ options: WebSocketOptions) {
        self.loop = loop
        self.options = options
        handshake = ClientHandshake(options)
    }

    /// Returns when the WebSocket is open. Cancelling the task gives up.
    func open(_ addresses: [SocketAddress], until deadline: ContinuousClock.Instant) async throws -> WebSocketConnection
    {
        // Before anything leaves: an option that cannot be sent is no reason to connect.
        let tls = options.isSecure ? tlsOptions : nil
        _ = try handshake.request()
        var request = ConnectionRequest(
            addresses: addresses, tls: options.proxyInUse == nil ? tls : nil, deadline: deadline)
        request.acknowledgementLimit = options.limits.hangUpAfter
        let connection = Connection(on: loop, request, handler: self)
        return try await withTaskCancellationHandler {
            // The handler may have run before there was anything to cancel.
            try Task.checkCancellation()
            // After the loop's end this runs on another thread: nothing may be touched.
            if loop.isStopped { throw WebSocketError(SocketError.stopped) }
            connect(connection)
            return try await opened.valueEvenIfCancelled()
        } onCancel: {
            loop.post { [self] _ in assumeIsolated { $0.cancel() } }
        }
    }

    private func connect(_ connection: Connection) {
        self.connection = connection
        connection.assumeIsolated { $0.connect() }
    }

    private var tlsOptions: ConnectionRequest.TLS {
        .init(host: options.bareHost, trust: options.trust, identity: options.identity)
    }

    private func cancel() { fail(CancellationError()) }

    private func fail(_ error: any Error) {
        guard stage != .over else { return }
        stage = .over
        connection?.abort()
        connection = nil
        opened.keep(.failure(error))
    }

    // MARK: called by the connection

    private func ready() {
        guard let connection else { return }
        do throws(WebSocketError) {
            if stage == .connecting, options.proxyInUse != nil {
                let request = try handshake.proxyRequest()
                stage = .proxy
                connection.assumeIsolated { $0.write(request) }
            } else {
                let request = try handshake.request()
                stage = .upgrade
                connection.assumeIsolated { $0.write(request) }
            }
        } catch {
            fail(error)
        }
    }

    private func received(_ bytes: Span<UInt8>) {
        guard stage != .over else { return }
        reader.append(bytes)
        do {
            guard let head = try reader.next() else { return }
            if stage == .proxy { try passedProxy(head) } else { upgraded(try handshake.accept(head)) }
        } catch let error as WebSocketError {
            fail(error)
        } catch let error as HTTPHeadError {
            // A TLS server answers what it cannot read with an alert record.
            let isTLS = reader.startsWithAlert
            let hint = isTLS ? "what answers on this port speaks TLS: use https or wss" : error.detail
            fail(WebSocketError.handshake("the answer is not HTTP: \(hint)"))
        } catch {
            fail(error)
        }
    }

    private func passedProxy(_ head: HTTPResponseHead) throws(WebSocketError) {
        guard (200..<300).contains(head.status) else { throw .proxy(head) }
        guard reader.takeRest().isEmpty else { throw .handshake("bytes from the proxy before ours") }
        guard let connection else { return }
        reader = HTTPResponseHeadReader()
        guard options.isSecure else {
            stage = .securing
            return ready()
        }
        stage = .securing
        let tls = tlsOptions
        connection.assumeIsolated { $0.startTLS(tls) }
    }

    private func upgraded(_ answer: ClientHandshake.Answer) {
        guard let connection else { return }
        self.connection = nil
        stage = .over
        let socket = WebSocketConnection(
            on: connection, role: .client, limits: options.limits, subprotocol: answer.subprotocol,
            compression: answer.compression)
        connection.assumeIsolated { $0.clearDeadline() }
        // Frames may have come with the answer.
        let early = reader.takeRest()
        socket.assumeIsolated { $0.start(early: early) }
        opened.keep(.success(socket))
    }

    private func closed(_ error: SocketError?) {
        connection = nil
        let missing = stage == .proxy ? "the proxy's answer" : "the answer to the upgrade"
        fail(error.map { WebSocketError($0) } ?? .lost("the peer closed the connection instead of \(missing)"))
    }
}

extension ClientOpening: ConnectionHandler {
    nonisolated func connectionReady() { assumeIsolated { $0.ready() } }
    nonisolated func connectionReceived(_ bytes: Span<UInt8>) { assumeIsolated { $0.received(bytes) } }
    nonisolated func connectionDrained() {}
    nonisolated func connectionClosed(_ error: SocketError?) { assumeIsolated { $0.closed(error) } }
}
