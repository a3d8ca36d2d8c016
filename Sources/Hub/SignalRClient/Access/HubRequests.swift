import HTTPClient
import SignalRProtocol
import Values

/// HTTP requests to a hub with all that goes with each: the user's header fields, the token, the cookies.
struct HubRequests: Sendable {
    let http: HTTPClient
    let options: HubConnectionOptions
    let access: HubAccess

    /// A request without body that shows the token of now; further fields can be set.
    func make(_ method: HTTPMethod, _ url: HubURL) throws(HTTPError) -> HTTPClientRequest {
        try make(method, url, showing: access.token)
    }

    /// A request without body that shows this token.
    func make(_ method: HTTPMethod, _ url: HubURL, showing token: AccessToken?) throws(HTTPError) -> HTTPClientRequest {
        var request = HTTPClientRequest(method, try HTTPURL(url.text))
        for (name, value) in options.headers { try request.setHeader(name, value) }
        // Makes servers that sign in by cookie answer 401 instead of a login page.
        try request.setHeader("X-Requested-With", "XMLHttpRequest")
        if let cookies = access.cookies(for: url, own: request.headers["Cookie"]) {
            try request.setHeader("Cookie", Secret(cookies))
        }
        if let token {
            try request.setHeader("Authorization", prefix: "Bearer ", token.secret)
        }
        // None may be sent twice: a poll takes messages away at the server, a post gives it some.
        request.isRepeatable = false
        request.takesKeptConnections = true
        request.deadlines.connect = options.connectTimeout
        request.unixSocketPath = options.unixSocket
        return request
    }

    /// Sends a request and keeps the cookies of the answer, whatever its status.
    func send(_ request: HTTPClientRequest, to url: HubURL) async throws(HubError) -> HTTPClientResponse {
        do throws(HTTPError) {
            let response = try await http.send(request)
            keepCookies(of: response.head, from: url)
            return response
        } catch {
            throw HubError(error)
        }
    }

    /// Makes an attempt; when its token is refused and another can be had, one more with that.
    func renewingOnce<Answer>(
        _ attempt: () async throws(HubError) -> (Answer, status: Int)
    ) async throws(HubError) -> Answer {
        let generation = access.generation
        let (answer, status) = try await attempt()
        guard status == 401, access.isRenewable else { return answer }
        try await access.renew(after: generation)
        return try await attempt().0
    }

    func keepCookies(of head: HTTPResponseHead, from url: HubURL) {
        access.received(head.headers.all("Set-Cookie"), from: url)
    }
}
