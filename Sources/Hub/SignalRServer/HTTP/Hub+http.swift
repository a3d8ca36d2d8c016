import Glibc
package import HTTPServer
import SignalRProtocol

extension Hub {
    /// Answers a request to the hub's own path: the WebSocket of a negotiated connection, or of one without negotiation.
    package func connect(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.isWebSocketUpgrade else {
            return .text("This hub offers WebSockets only\n", status: request.method == "GET" ? .notFound : .badRequest)
        }
        switch await authorize(request) {
        case .failure(let refusal): return refusal.response
        case .success(let user):
            guard let token = request.queryValue("id") else {
                return accept(request, id: Self.randomID(), user: user)
            }
            guard let entry = takeNegotiation(token) else {
                return .text("No Connection with that ID", status: .notFound)
            }
            // The token of the connection is not the user's: whoever connects shows who they are once more.
            guard entry.user == user else { return .text("Another user negotiated\n", status: .forbidden) }
            return accept(request, id: entry.connectionID, user: user)
        }
    }

    /// Answers a request to the hub's path with `/negotiate` behind it.
    package func negotiate(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.method == "POST" else { return .methodNotAllowed(allow: ["POST"]) }
        switch await authorize(request) {
        case .failure(let refusal): return refusal.response
        case .success(let user):
            let asked = request.queryValue("negotiateVersion")
            guard let version = asked.map({ Int($0) }) ?? 0 else {
                return .json(Array(#"{"error":"The client requested a non-integer protocol version."}"#.utf8))
            }
            let id = Self.randomID()
            let token = version > 0 ? Self.randomID() : id
            guard addNegotiation(id: id, token: token, user: user) else {
                return .text("Too many connections\n", status: .serviceUnavailable)
            }
            let offers = [
                NegotiatedConnection.Offer(name: HubTransport.webSockets.rawValue, formats: ["Text", "Binary"])
            ]
            let connection = NegotiatedConnection(connectionID: id, connectionToken: token, transports: offers)
            return .json(connection.reply(version: min(max(version, 0), 1)))
        }
    }

    private struct Refusal: Error {
        var response: HTTPResponse
    }

    private func authorize(_ request: HTTPRequest) async -> Result<String?, Refusal> {
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

    private func accept(_ request: HTTPRequest, id: String, user: String?) -> HTTPResponse {
        .webSocket { [self] socket in
            await HubPeer(hub: self, id: id, user: user, request: request).run(socket)
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
