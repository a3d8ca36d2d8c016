package import HTTPClient
package import Observability

/// Asks as a stranger whether a family server answers at an address: before anybody types a password for it.
package struct ServerProbe: Sendable {
    private let session: AllowanceSession

    /// - Parameter server: its address, without `/api/v1`.
    package init(server: HTTPURL, http: HTTPClient, logger: Logger) {
        session = AllowanceSession(server: server, http: http, logger: logger)
    }

    /// Asks for the children, at the route of today and, where a server does not know that, at the older one.
    ///
    /// - Throws: what keeps a sign-in from getting there; the kind `notTheServer` with a status for an answer that no family
    ///   server gives to a stranger.
    package func run() async throws(AllowanceError) {
        let host = session.server.host
        let literal = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard IPAddress(literal)?.isCloudMetadata != true else {
            throw .invalidRequest(
                "\(host) is where a cloud keeps what its machines may know, and no family server. Check the address.")
        }
        var routes = Routes()
        do throws(AllowanceError) {
            return try await ask(routes.children())
        } catch {
            guard error.status == 404, error.body == .empty else { throw error }
            routes.change(.children)
        }
        try await ask(routes.children())
    }

    private func ask(_ call: Call) async throws(AllowanceError) {
        let answer = try await session.exchange(call, token: nil)
        let body = ErrorBody(answer.body)
        if Self.isFamilyServers(answer, body) { return }
        let error = AllowanceError(
            status: answer.status, body: answer.body, retryAfter: nil, location: answer.headers["Location"], call: call,
            place: session.server.origin)
        guard error.kind != .redirected, error.kind != .unavailable else { throw error }
        throw AllowanceError(
            .notTheServer, status: answer.status, body: body, place: session.server.origin, route: call.name,
            detail: "it answers a stranger with status \(answer.status), and does not ask for a sign-in")
    }

    /// A stranger is asked for a token, or refused in words that only this server has.
    private static func isFamilyServers(_ answer: HTTPClientResponse, _ body: ErrorBody) -> Bool {
        if case .coded(let code, _) = body, !answer.head.isSuccess { return !code.isEmpty }
        let challenge = answer.headers["WWW-Authenticate"]?.lowercased() ?? ""
        return answer.status == 401 && body != .page && challenge.hasPrefix("bearer")
    }
}
