import HTTPServer
import Runtime
import SignalRProtocol
import WebSockets

/// Requests to the hub's path with `/negotiate` behind it.
extension Hub {
    func negotiate(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.method == "POST" else { return .methodNotAllowed(allow: ["POST"]) }
        switch await authorize(request) {
        case .failure(let refusal): return refusal.response
        case .success(let user):
            let asked = request.queryValue("negotiateVersion")
            guard let version = asked.map({ Int($0) }) ?? 0 else {
                return .json(Array(#"{"error":"The client requested a non-integer protocol version."}"#.utf8))
            }
            guard version >= 0 else {
                let error = "The client requested version '\(version)', but the server does not support this version."
                return .json(Array(#"{"error":"\#(error)"}"#.utf8))
            }
            let id = Self.randomID()
            let connection = NegotiatedConnection(
                connectionID: id, connectionToken: version > 0 ? Self.randomID() : id, transports: offers,
                usesStatefulReconnect: configuration.allowsStatefulReconnect
                    && configuration.transports.contains(.webSockets)
                    && request.queryValue("useStatefulReconnect")?.lowercased() == "true")
            guard add(connection, user: user) else { return .tooMany }
            return .json(connection.reply(version: min(version, 1)))
        }
    }

    private var offers: [NegotiatedConnection.Offer] {
        HubTransport.allCases.filter { configuration.transports.contains($0) }
            .map { transport in
                // Of event streams, which carry text only, official servers offer no other.
                let formats = transport == .serverSentEvents ? ["Text"] : ["Text", "Binary"]
                return NegotiatedConnection.Offer(name: transport.rawValue, formats: formats)
            }
    }

    private func add(_ connection: NegotiatedConnection, user: String?) -> Bool {
        let now = ContinuousClock.now
        let entry = Negotiations.Entry(
            connectionID: connection.connectionID, user: user,
            usesStatefulReconnect: connection.usesStatefulReconnect, expires: now + configuration.negotiationLifetime)
        let limit = configuration.maximumConnections
        return state.withLock { state in
            let room = limit - state.connections.count
            return state.negotiations.add(entry, token: connection.connectionToken, limit: room, now: now)
        }
    }

    struct Refusal: Error {
        var response: HTTPResponse
    }

    /// - Returns: The user, if there is one, or the answer to who may not come in.
    func authorize(_ request: HTTPRequest) async -> Result<String?, Refusal> {
        if request.isCrossOrigin, !configuration.allowsOtherOrigins {
            return .failure(Refusal(response: .text("Other origins are not served\n", status: .forbidden)))
        }
        switch await authorizer(HubCredentials(request)) {
        case .allowed(let user): return .success(user)
        case .forbidden: return .failure(Refusal(response: .text("Forbidden\n", status: .forbidden)))
        case .unauthorized:
            var response = HTTPResponse.text("Unauthorized\n", status: .unauthorized)
            response.headers["WWW-Authenticate"] = "Bearer"
            return .failure(Refusal(response: response))
        }
    }
}
