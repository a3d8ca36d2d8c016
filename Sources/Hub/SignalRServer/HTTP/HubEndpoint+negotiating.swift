import HTTPServer
import Runtime
import SignalRProtocol
import WebSockets

/// Requests to the hub's path with `/negotiate` behind it.
extension HubEndpoint {
    func negotiate(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.method == "POST" else { return .methodNotAllowed(allow: ["POST"]) }
        switch await authorize(request) {
        case .failure(let refusal): return refusal.response
        case .success(let guest):
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
            guard add(connection, guest) else { return .tooMany }
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

    private func add(_ connection: NegotiatedConnection, _ guest: HubGuest) -> Bool {
        let entry = Negotiations.Entry(
            connectionID: connection.connectionID, user: guest.user,
            usesStatefulReconnect: connection.usesStatefulReconnect,
            expires: .now + configuration.negotiationLifetime)
        return hub.clients.add(entry, token: connection.connectionToken)
    }

    struct Refusal: Error {
        var response: HTTPResponse

        static var unauthorized: Refusal {
            var response = HTTPResponse.text("Unauthorized\n", status: .unauthorized)
            response.headers["WWW-Authenticate"] = "Bearer"
            return Refusal(response: response)
        }
    }

    /// - Returns: Who asks, or the answer to who may not come in.
    func authorize(_ request: HTTPRequest) async -> Result<HubGuest, Refusal> {
        if request.isCrossOrigin, !configuration.allowsOtherOrigins {
            return .failure(Refusal(response: .text("Other origins are not served\n", status: .forbidden)))
        }
        switch await hub.authorizer(HubCredentials(request)) {
        case .allowed(let user, let roles, let expires):
            // One that has expired by now is no better than none.
            guard expires.map({ $0 > .now }) ?? true else { return .failure(.unauthorized) }
            return .success(HubGuest(user: user, roles: roles, expires: expires))
        case .forbidden: return .failure(Refusal(response: .text("Forbidden\n", status: .forbidden)))
        case .unauthorized: return .failure(.unauthorized)
        }
    }
}
