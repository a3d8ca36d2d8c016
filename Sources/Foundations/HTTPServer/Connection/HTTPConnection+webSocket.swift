import HTTPMessages
import Sockets
import WebSockets

extension HTTPConnection {
    /// Opens the WebSocket and has its handler run in a task of its own: one that has served requests would keep what they
    /// needed for as long as the WebSocket lives.
    func openWebSocket(
        _ response: HTTPResponse, token: String, extensions: String?, compression: DeflateAgreement?,
        _ run: @escaping @concurrent @Sendable (WebSocketConnection) async throws -> Void
    ) async throws {
        var response = response
        response.headers["Upgrade"] = "websocket"
        response.headers["Connection"] = "Upgrade"
        response.headers["Sec-WebSocket-Accept"] = token
        response.headers["Sec-WebSocket-Extensions"] = extensions
        try await write(HTTPHeadWriter.response(response.status, response.headers, framing: .none, keepAlive: true))
        guard let stream else { throw HTTPServerError.disconnected }
        let socket = WebSocketConnection(
            on: stream, role: .server, limits: configuration.webSocket,
            subprotocol: response.headers["Sec-WebSocket-Protocol"], compression: compression
        ) { [self] in assumeIsolated { $0.closed() } }
        start(socket)
        // Loose like the one it takes the place of, in `start()`.
        task = Task(executorPreference: loop) { await Self.handle(socket, run) }
    }

    private static func handle(
        _ socket: WebSocketConnection, _ run: @concurrent @Sendable (WebSocketConnection) async throws -> Void
    ) async {
        do {
            // Foreign code leaves the service thread.
            try await withTaskExecutorPreference(globalConcurrentExecutor) { try await run(socket) }
            await socket.close()
        } catch {
            await socket.close(code: 1011)
        }
    }

    private func start(_ socket: WebSocketConnection) {
        webSocket = socket
        waiting = .nothing
        // Frames may have come with the request.
        let early = parser.takeRest()
        let writeTimeout = configuration.writeTimeout
        socket.assumeIsolated { $0.start(early: early, writeTimeout: writeTimeout) }
        if isStopping { stop() }
    }
}
