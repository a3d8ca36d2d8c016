package import HTTPServer
package import Values

/// What decides whether a request may negotiate, connect, poll or post.
public typealias HubAuthorizer = @Sendable (HubCredentials) async -> HubAuthorization

/// What a client shows.
public struct HubCredentials: Sendable {
    /// From the `Authorization` header or, as browsers must, from the query's `access_token`.
    package let token: Secret?
    /// The request that shows them.
    package let request: HTTPRequest

    init(_ request: HTTPRequest) {
        self.request = request
        let header = request.headers["authorization"]?.split(separator: " ", maxSplits: 1)
        if let header, header.count == 2, header[0].lowercased() == "bearer" {
            token = Secret(String(header[1]))
        } else {
            token = request.queryValue("access_token").map { Secret($0) }
        }
    }

    /// The bearer token: from the `Authorization` header or, as browsers must send it, from the query's `access_token`. It is
    /// a secret: compare it, and keep it out of logs.
    public var bearerToken: String? { token?.withText { $0 } }

    /// A header of the request; letter case of the name does not count.
    public func header(_ name: String) -> String? { request.headers[name] }

    /// A query parameter of the request, decoded.
    public func queryValue(_ name: String) -> String? { request.queryValue(name) }
}

/// The answer to credentials.
public enum HubAuthorization: Equatable, Sendable {
    /// Welcome.
    ///
    /// - Parameters:
    ///   - user: under which the hub can reach all connections of that person; `nil` for somebody without a name.
    ///   - roles: what they are besides, such as `admin`, for ``HubPeer/roles``: those of the request that connects.
    ///   - expires: when the token expires: the connection is closed then, with leave to come back, unless a later request of
    ///     the connection has brought a newer token. `nil` is never. A moment that has passed is ``unauthorized``.
    case allowed(user: String? = nil, roles: Set<String> = [], expires: ContinuousClock.Instant? = nil)
    /// 401: no credentials, or bad ones.
    case unauthorized
    /// 403: known, and not allowed.
    case forbidden
}

/// Who has been let in, as the authorizer said.
struct HubGuest: Sendable {
    var user: String?
    var roles: Set<String> = []
    var expires: ContinuousClock.Instant?
}
