import CLibWebSockets

extension ServerConnection {
    func runWebSocket(
        _ response: HTTPResponse, token: String, _ run: @concurrent @Sendable (any WebSocket) async throws -> Void
    ) async throws {
        var response = response
        response.headers["Upgrade"] = "websocket"
        response.headers["Connection"] = "Upgrade"
        response.headers["Sec-WebSocket-Accept"] = token
        try await write(ResponseHead.encode(response, framing: .none, keepAlive: true))
        let socket = WebSocketConnection(
            on: loop, role: .server, limits: configuration.webSocketLimits,
            subprotocol: response.headers["Sec-WebSocket-Protocol"], transport: self)
        start(socket)
        do {
            try await withTaskExecutorPreference(globalConcurrentExecutor) { try await run(socket) }
            await socket.close(code: 1000, reason: "")
        } catch {
            await socket.close(code: 1011, reason: "")
        }
    }

    private func start(_ socket: WebSocketConnection) {
        webSocket = socket
        setReading(true)
        // Frames may have come with the request.
        let early = parser.takeRest()
        socket.assumeIsolated { socket in unsafe early.withUnsafeBytes { unsafe socket.received($0) } }
    }

    /// The socket took what was given to it.
    func outputDrained() {
        guard output.isEmpty, let webSocket else { return }
        webSocket.assumeIsolated { $0.written() }
    }
}

/// Called on the service thread, which is this actor's.
extension ServerConnection: WebSocketTransport {
    nonisolated func write(_ bytes: [UInt8]) {
        assumeIsolated { connection in
            connection.output.append(Outgoing(bytes: bytes))
            if connection.output.count == 1 { connection.lastProgress = .now }
            connection.pump()
            connection.outputDrained()
        }
    }

    nonisolated func requestWritable() {
        assumeIsolated { if let wsi = unsafe $0.wsi { unsafe lws_callback_on_writable(wsi) } }
    }

    nonisolated func pauseReading() { assumeIsolated { $0.setReading(false) } }

    nonisolated func resumeReading() { assumeIsolated { $0.setReading(true) } }

    /// The server closes the transport first (RFC 6455, 7.1.1).
    nonisolated func finish() {
        assumeIsolated { if $0.waiting != .linger { $0.linger() } }
    }
}
