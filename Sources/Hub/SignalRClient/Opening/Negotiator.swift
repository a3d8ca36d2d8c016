import HTTPClient
import SignalRProtocol
import Values

/// Negotiates for one attempt: asks for a token, follows redirections, asks once more when the token is refused.
struct Negotiator: Sendable {
    let url: HubURL
    let options: HubConnectionOptions
    let network: HubNetwork

    /// The transports that this client has.
    private static let transports: Set<HubTransport> = [.webSockets]

    /// - Parameter lastWasRefused: whether the token of the attempt before was.
    func target(lastWasRefused: Bool) async throws(HubError) -> HubTarget {
        let token = try await token(lastWasRefused: lastWasRefused)
        do {
            return try await target(with: token)
        } catch {
            guard error.kind == .unauthorized, !lastWasRefused, token != nil else { throw error }
            return try await target(with: self.token(lastWasRefused: true))
        }
    }

    private func token(lastWasRefused: Bool) async throws(HubError) -> AccessToken? {
        guard let provider = options.accessToken else { return nil }
        do {
            let token = try await provider(AccessTokenRequest(lastWasRefused: lastWasRefused))
            return token?.secret.isEmpty == true ? nil : token
        } catch let error as HubError {
            throw error
        } catch {
            if Task.isCancelled { throw .cancelled }
            throw HubError(.noToken, "there is no token to connect with: \(error)")
        }
    }

    private func target(with token: AccessToken?) async throws(HubError) -> HubTarget {
        if options.skipsNegotiation { return HubTarget(url: url, token: token) }
        // What a redirection says ends with this value: the next attempt begins with the user's URL and token.
        var flow = NegotiateFlow(url)
        while true {
            let current = flow.redirectToken.map { AccessToken($0) } ?? token
            let reply = try await ask(flow.url, current)
            do throws(HubProtocolError) {
                guard let connection = try flow.received(reply) else { continue }
                _ = try connection.transport(of: Self.transports)
                // Told without being asked for, it would be numbered messages that nobody counts.
                guard !connection.usesStatefulReconnect else {
                    throw HubProtocolError(.invalid("useStatefulReconnect"))
                }
                return HubTarget(
                    url: flow.url.connection(token: connection.connectionToken),
                    token: current, connectionID: connection.connectionID)
            } catch {
                throw HubError(error)
            }
        }
    }

    private func ask(_ url: HubURL, _ token: AccessToken?) async throws(HubError) -> NegotiateReply {
        let response: HTTPResponse
        do throws(HTTPError) {
            var request = HTTPRequest(.post, try HTTPURL(url.negotiation.text))
            for (name, value) in options.headers { try request.headers.set(name, value) }
            // Makes servers that sign in by cookie answer 401 instead of a login page.
            try request.headers.set("X-Requested-With", "XMLHttpRequest")
            if let token { try request.headers.set("Authorization", prefix: "Bearer ", token.secret) }
            request.body = .bytes([], contentType: "text/plain;charset=UTF-8")
            request.deadlines.total = options.connectTimeout
            request.limits.body = 1 << 20
            response = try await network.http.send(request)
        } catch {
            throw HubError(error)
        }
        guard response.status == 200 else {
            throw .status(response.status, at: url.origin, retryAfter: response.head.retryAfter())
        }
        do throws(HubProtocolError) {
            return try NegotiateReply(response.body.span)
        } catch {
            if case .malformed = error.kind { throw .notAHub(url.origin) }
            if case .missing = error.kind { throw .notAHub(url.origin) }
            throw HubError(error)
        }
    }
}
