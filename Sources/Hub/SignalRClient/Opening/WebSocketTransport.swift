import SignalRProtocol
import Values
import WebSockets

/// A hub's records over a WebSocket.
struct WebSocketTransport: HubTransportConnection {
    let socket: WebSocketConnection
    let place: String

    var kind: HubTransport { .webSockets }

    /// Keeps the place between the handshake's task and the one that reads afterwards. Without an executor of its own it
    /// runs where its caller's task prefers to, which is the loop.
    private actor Reader: HubTransportReader {
        /// `nil` while a read is under way.
        private var batches: WebSocketBatches.Iterator?
        private let socket: WebSocketConnection
        private let place: String

        init(_ socket: WebSocketConnection, place: String) {
            self.socket = socket
            batches = socket.batches.makeAsyncIterator()
            self.place = place
        }

        func next() async throws(HubError) -> HubPayloads? {
            guard var iterator = batches.take() else { preconditionFailure("one reader only") }
            defer { batches = iterator }
            do {
                if let batch = try await iterator.next() { return .webSocket(batch) }
            } catch let error as WebSocketError {
                throw HubError(error, at: place)
            } catch {
                throw .cancelled
            }
            // In order for a WebSocket; a hub says Close first.
            guard let ending = socket.ending, case .closed(_, _, byPeer: true) = ending.kind else { return nil }
            throw HubError(ending, at: place)
        }
    }

    func makeReader() -> any HubTransportReader { Reader(socket, place: place) }

    func enqueue(_ record: [UInt8]) throws(HubError) -> Bool {
        do throws(WebSocketError) { return try socket.push(record, text: true) } catch {
            throw HubError(error, at: place)
        }
    }

    func wakeReader() { socket.wakeReader() }

    var hasBroken: Bool {
        switch socket.ending?.kind {
        case .socket, .silent, .lost: true
        case .closed, .violation, .messageTooBig, .http, .proxy, .handshake, nil: false
        }
    }

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
        for (name, value) in options.headers { webSocket.headers.add(name, value) }
        if let cookies = target.access.cookies(for: target.url, own: webSocket.headers["Cookie"]) {
            webSocket.headers["Cookie"] = cookies
        }
        if let token = target.access.token {
            token.secret.withText { webSocket.headers["Authorization"] = "Bearer \($0)" }
        }
        do {
            let socket = try await WebSocketConnection.connect(network.loop, webSocket)
            return WebSocketTransport(socket: socket, place: target.url.origin)
        } catch let error as WebSocketError {
            throw HubError(error, at: target.url.origin)
        } catch {
            throw .cancelled
        }
    }
}
