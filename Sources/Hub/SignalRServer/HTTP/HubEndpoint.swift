import HTTPServer
import Runtime
import SignalRProtocol
import Values
import WebSockets

/// A hub as HTTP requests reach it: requests to its own path are what each transport asks for.
struct HubEndpoint: Sendable {
    let hub: Hub

    var configuration: HubConfiguration { hub.configuration }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard ["GET", "POST", "DELETE"].contains(request.method) else {
            return .methodNotAllowed(allow: ["GET", "POST", "DELETE"])
        }
        switch await authorize(request) {
        case .failure(let refusal): return refusal.response
        case .success(let guest):
            guard let token = request.queryValue("id") else { return connectUnnegotiated(request, guest) }
            switch request.method {
            case "GET": return await connect(request, token: token, guest)
            case "POST":
                return await withPeer(token, guest) {
                    $0.transport == .webSockets ? .wrongPost : await ServedPosts(peer: $0).answer(request.body)
                }
            default:
                return await withPeer(token, guest) {
                    $0.transport == .longPolling ? ServedPolls(peer: $0).delete() : .wrongDelete
                }
            }
        }
    }

    private func withPeer(
        _ token: String, _ guest: HubGuest, _ answer: (HubPeer) async -> HTTPResponse
    ) async -> HTTPResponse {
        guard let peer = hub.clients.connection(token) else { return .gone }
        guard peer.user == guest.user else { return .otherUser }
        peer.authorized(until: guest.expires)
        return await answer(peer)
    }

    /// A WebSocket needs no negotiation.
    private func connectUnnegotiated(_ request: HTTPRequest, _ guest: HubGuest) -> HTTPResponse {
        guard request.isWebSocketUpgrade, configuration.transports.contains(.webSockets) else { return .idRequired }
        let entry = Negotiations.Entry(connectionID: Self.randomID(), user: guest.user, expires: .now)
        let peer = HubPeer(
            hub: hub, entry, roles: guest.roles, token: Self.randomID(), transport: .webSockets, request: request)
        peer.authorized(until: guest.expires)
        return hub.clients.add(peer) ? serve(peer) : .tooMany
    }

    private func connect(_ request: HTTPRequest, token: String, _ guest: HubGuest) async -> HTTPResponse {
        let transport = HubTransport(of: request)
        let isOffered = configuration.transports.contains(transport)
        let claim = hub.clients.claim(token, user: guest.user, isOffered: isOffered) { entry in
            HubPeer(hub: hub, entry, roles: guest.roles, token: token, transport: transport, request: request)
        }
        switch claim {
        case .unknown: return .gone
        case .otherUser: return .otherUser
        case .notOffered: return .notOffered(transport)
        case .created(let peer):
            peer.authorized(until: guest.expires)
            switch transport {
            case .webSockets: return serve(peer)
            case .serverSentEvents:
                hub.clients.startWatching()
                return ServedEvents(peer: peer).response()
            case .longPolling:
                hub.clients.startWatching()
                return ServedPolls(peer: peer).first()
            }
        case .found(let peer):
            guard isOffered else { return .notOffered(transport) }
            guard peer.transport == transport else { return .otherTransport }
            peer.authorized(until: guest.expires)
            switch transport {
            case .webSockets: return peer.machine.withLock({ $0.takesSocket }) ? serve(peer) : HTTPResponse(.conflict)
            case .serverSentEvents: return HTTPResponse(.conflict)
            case .longPolling: return await ServedPolls(peer: peer).answer()
            }
        }
    }

    private func serve(_ peer: HubPeer) -> HTTPResponse {
        hub.clients.startWatching()
        let compression = configuration.compression.map { WebSocketCompression(keepsContext: $0 == .acrossMessages) }
        return .webSocket(compression: compression) { socket in await ServedWebSocket(peer: peer).serve(socket) }
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
