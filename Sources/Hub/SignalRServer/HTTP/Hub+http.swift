import HTTPServer
import Runtime
import SignalRProtocol
import Values
import WebSockets

/// Requests to the hub's own path: what each transport asks for.
extension Hub {
    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard ["GET", "POST", "DELETE"].contains(request.method) else {
            return .methodNotAllowed(allow: ["GET", "POST", "DELETE"])
        }
        switch await authorize(request) {
        case .failure(let refusal): return refusal.response
        case .success(let user):
            guard let token = request.queryValue("id") else { return connectUnnegotiated(request, user: user) }
            switch request.method {
            case "GET": return await connect(request, token: token, user: user)
            case "POST":
                return await withPeer(token, user) {
                    $0.transport == .webSockets ? .wrongPost : await $0.post(request.body)
                }
            default: return await withPeer(token, user) { $0.transport == .longPolling ? $0.delete() : .wrongDelete }
            }
        }
    }

    private func withPeer(
        _ token: String, _ user: String?, _ answer: (HubPeer) async -> HTTPResponse
    ) async -> HTTPResponse {
        guard let peer = state.withLock({ $0.connections[token] }) else { return .gone }
        guard peer.user == user else { return .otherUser }
        return await answer(peer)
    }

    /// A WebSocket needs no negotiation.
    private func connectUnnegotiated(_ request: HTTPRequest, user: String?) -> HTTPResponse {
        guard request.isWebSocketUpgrade, configuration.transports.contains(.webSockets) else { return .idRequired }
        let token = Self.randomID()
        let entry = Negotiations.Entry(connectionID: Self.randomID(), user: user, expires: .now)
        let peer = HubPeer(hub: self, entry, token: token, transport: .webSockets, request: request)
        let isAdded = state.withLock { state in
            guard state.connections.count < configuration.maximumConnections else { return false }
            state.connections[token] = peer
            return true
        }
        guard isAdded else { return .tooMany }
        return serve(peer)
    }

    private func connect(_ request: HTTPRequest, token: String, user: String?) async -> HTTPResponse {
        let transport = HubTransport(of: request)
        switch claim(token, user: user, transport, request) {
        case .refused(let response): return response
        case .created(let peer):
            switch transport {
            case .webSockets: return serve(peer)
            case .serverSentEvents:
                startWatching()
                return peer.streamEvents()
            case .longPolling:
                startWatching()
                return peer.firstPoll()
            }
        case .found(let peer):
            guard configuration.transports.contains(transport) else { return .notOffered(transport) }
            guard peer.transport == transport else { return .otherTransport }
            switch transport {
            case .webSockets: return peer.takesNewSocket ? serve(peer) : HTTPResponse(.conflict)
            case .serverSentEvents: return HTTPResponse(.conflict)
            case .longPolling: return await peer.poll()
            }
        }
    }

    private func serve(_ peer: HubPeer) -> HTTPResponse {
        startWatching()
        return .webSocket { socket in await peer.serve(socket) }
    }

    private enum Claim {
        case created(HubPeer)
        case found(HubPeer)
        case refused(HTTPResponse)
    }

    /// The connection with that token; a negotiated one is made now, for one request only.
    private func claim(
        _ token: String, user: String?, _ transport: HubTransport, _ request: HTTPRequest
    ) -> Claim {
        let now = ContinuousClock.now
        return state.withLock { state in
            // The token of the connection is not the user's: whoever connects shows who they are once more.
            if let peer = state.connections[token] {
                return peer.user == user ? .found(peer) : .refused(.otherUser)
            }
            guard let entry = state.negotiations.find(token, now: now) else { return .refused(.gone) }
            guard entry.user == user else { return .refused(.otherUser) }
            guard configuration.transports.contains(transport) else { return .refused(.notOffered(transport)) }
            _ = state.negotiations.take(token, now: now)
            let peer = HubPeer(hub: self, entry, token: token, transport: transport, request: request)
            state.connections[token] = peer
            return .created(peer)
        }
    }

    /// 128 bits that nobody can guess, in the 22 characters that official servers use.
    static func randomID() -> String {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var bits = UInt128(random.next()) << 64 | UInt128(random.next())
        var text = ""
        for _ in 0..<22 {
            text.unicodeScalars.append(Unicode.Scalar(alphabet[Int(bits & 63)]))
            bits >>= 6
        }
        return text
    }
}

extension HubTransport {
    /// What a GET asks for.
    fileprivate init(of request: HTTPRequest) {
        if request.isWebSocketUpgrade {
            self = .webSockets
        } else if request.headers["accept"]?.lowercased().contains(text: "text/event-stream") == true {
            self = .serverSentEvents
        } else {
            self = .longPolling
        }
    }
}

/// What official servers answer when a request of a transport can't be served, word for word: clients show it.
extension HTTPResponse {
    static let idRequired = text("Connection ID required", status: .badRequest, type: "text/plain")
    static let gone = text("No Connection with that ID", status: .notFound, type: "text/plain")
    static let otherTransport = text("Cannot change transports mid-connection", status: .badRequest, type: "text/plain")
    static let wrongPost = text(
        "POST requests are not allowed for WebSocket connections.", status: .methodNotAllowed, type: "text/plain")
    static let wrongDelete = text(
        "Cannot terminate this connection using the DELETE endpoint.", status: .badRequest, type: "text/plain")
    static let otherUser = text("Another user negotiated\n", status: .forbidden)
    static let tooMany = text("Too many connections\n", status: .serviceUnavailable)

    static func notOffered(_ transport: HubTransport) -> HTTPResponse {
        text(
            "\(transport.rawValue) transport not supported by this end point type", status: .notFound,
            type: "text/plain")
    }
}
