import HTTPClient
import SignalRProtocol

/// Negotiates: follows redirections and chooses the transport.
struct Negotiator: Sendable {
    let url: HubURL
    let options: HubConnectionOptions
    let network: HubNetwork

    /// Finds out where to connect next.
    ///
    /// - Parameter choice: knows the transports that have failed in this attempt.
    func target(_ access: HubAccess, _ choice: TransportChoice) async throws(HubError) -> HubTarget {
        access.redirected(nil)
        let requests = HubRequests(http: network.http, options: options, access: access)
        guard !options.skipsNegotiation else {
            if let failure = choice.failure { throw failure }
            return HubTarget(url: url, transport: .webSockets, requests: requests)
        }
        // What a redirection says ends with this value: the next attempt begins with the user's URL and token.
        var flow = NegotiateFlow(url)
        while true {
            let isStateful = wantsStatefulReconnect(flow.url)
            let reply = try await ask(flow.url, isStateful: isStateful, requests)
            let connection: NegotiatedConnection
            do throws(HubProtocolError) {
                guard let final = try flow.received(reply) else {
                    if let token = flow.redirectToken { access.redirected(AccessToken(token)) }
                    continue
                }
                // Told without being asked for, it would be numbered messages that nobody counts.
                guard isStateful || !final.usesStatefulReconnect else {
                    throw HubProtocolError(.invalid("useStatefulReconnect"))
                }
                connection = final
            } catch {
                throw HubError(error)
            }
            return try self.target(flow.url, connection, choice, requests)
        }
    }

    /// A user who writes it into the query has asked for it too. Without WebSockets there is none.
    private func wantsStatefulReconnect(_ url: HubURL) -> Bool {
        options.transports.contains(.webSockets) && url.ownStatefulReconnect ?? options.usesStatefulReconnect
    }

    private func target(
        _ final: HubURL, _ connection: NegotiatedConnection, _ choice: TransportChoice, _ requests: HubRequests
    ) throws(HubError) -> HubTarget {
        let transport = try choice.next(of: connection)
        return HubTarget(
            url: final.connection(token: connection.connectionToken), transport: transport,
            others: choice.others(than: transport, of: connection), connectionID: connection.connectionID,
            isStateful: connection.usesStatefulReconnect && transport == .webSockets,
            refresh: connection.tokenLifetime.map {
                TokenRefresh(url: url.refresh(token: connection.connectionToken), lifetime: $0)
            }, requests: requests)
    }

    private func ask(
        _ url: HubURL, isStateful: Bool, _ requests: HubRequests
    ) async throws(HubError) -> NegotiateReply {
        let place = isStateful ? url.negotiation.askingForStatefulReconnect : url.negotiation
        var request: HTTPClientRequest
        do throws(HTTPError) { request = try requests.make(.post, place) } catch { throw HubError(error) }
        request.body = .bytes([], contentType: "text/plain;charset=UTF-8")
        // An id that nobody uses is forgotten.
        request.isRepeatable = true
        request.deadlines.total = options.connectTimeout
        request.limits.body = 1 << 20
        let response = try await requests.send(request, to: place)
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
