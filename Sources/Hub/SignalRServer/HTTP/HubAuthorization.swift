package import HTTPServer
package import Values

/// What decides whether a request may negotiate or connect.
package typealias HubAuthorizer = @Sendable (HubCredentials) async -> HubAuthorization

/// What a client shows.
package struct HubCredentials: Sendable {
    /// From the `Authorization` header or, as browsers must, from the query's `access_token`.
    package let token: Secret?
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
}

/// The answer to credentials.
package enum HubAuthorization: Equatable, Sendable {
    /// Welcome, with the id of the user if there is one.
    case allowed(user: String?)
    /// 401: no credentials, or bad ones.
    case unauthorized
    /// 403: known, and not allowed.
    case forbidden
}
