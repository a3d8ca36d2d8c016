import SignalRProtocol
import Values
import WebSockets

/// A hub's records over a WebSocket.
struct WebSocketTransport: HubTransportConnection {
    let socket: WebSocketConnection
    let place: String
    /// Whether records go as text rather than as binary messages.
    let isText: Bool

    var kind: HubTransport { .webSockets }

    private struct Reader: HubTransportReader {
        let socket: WebSocketConnection
        let place: String

        func next() async throws(HubError) -> HubPayloads? {
            let batches: [WebSocketBatch]?
            do { batches = try await socket.nextBatches() } catch { throw failure(error) }
            return try payloads(batches).get()
        }

        func poll(orCall body: @escaping @Sendable () -> Void) -> Result<HubPayloads?, HubError>? {
            socket.poll(orCall: body)?.mapError(failure).flatMap(payloads)
        }

        private func payloads(_ batches: [WebSocketBatch]?) -> Result<HubPayloads?, HubError> {
            if let batches { return .success(.webSocket(batches)) }
            // In order for a WebSocket; a hub says Close first.
            guard let ending = socket.ending, case .closed(_, _, byPeer: true) = ending.kind else {
                return .success(nil)
            }
            return .failure(HubError(ending, at: place))
        }

        private func failure(_ error: any Error) -> HubError {
            (error as? WebSocketError).map { HubError($0, at: place) } ?? .cancelled
        }
    }

    func makeReader() -> any HubTransportReader { Reader(socket: socket, place: place) }

    func enqueue(_ record: [UInt8]) throws(HubError) -> Bool {
        do throws(WebSocketError) { return try socket.push(record, text: isText) } catch {
            throw HubError(error, at: place)
        }
    }

    func wakeReader() { socket.wakeReader() }

    var lastArrival: ContinuousClock.Instant? { socket.lastArrival }

    var hasBroken: Bool { socket.ending?.isLoss == true }

    func waitForRoom() async throws(HubError) {
        do {
            try await socket.waitForRoom()
        } catch let error as WebSocketError {
            throw HubError(error, at: place)
        } catch {
            throw .cancelled
        }
    }

    func close() async { await socket.close() }

    func abort() { socket.abort() }

    /// Opens the WebSocket.
    static func open(
        _ target: HubTarget, on network: HubNetwork, within limit: Duration
    ) async throws(HubError) -> WebSocketTransport {
        let options = target.requests.options
        var webSocket = WebSocketOptions(host: target.url.host, port: target.url.port)
        webSocket.target = target.url.target
        webSocket.isSecure = target.url.isSecure
        network.configuration.apply(to: &webSocket)
        webSocket.unixSocket = options.unixSocket
        webSocket.connectTimeout = limit
        webSocket.limits.messageBytes = options.maximumMessageBytes
        webSocket.compression = options.compression.map { WebSocketCompression(keepsContext: $0 == .acrossMessages) }
        for (name, value) in options.headers {
            if name.lowercased() == "user-agent" { webSocket.headers["User-Agent"] = nil }
            webSocket.headers.add(name, value)
        }
        if let cookies = target.access.cookies(for: target.url, own: webSocket.headers["Cookie"]) {
            webSocket.headers.set(HTTPField("Cookie", Secret(cookies)))
        }
        if let token = target.access.token {
            webSocket.headers.set(HTTPField("Authorization", prefix: "Bearer ", token.secret))
        }
        do {
            let socket = try await WebSocketConnection.connect(network.loop, webSocket)
            return WebSocketTransport(
                socket: socket, place: target.url.origin, isText: options.messageFormat == .json)
        } catch let error as WebSocketError {
            throw HubError(error, at: target.url.origin)
        } catch {
            throw .cancelled
        }
    }
}
