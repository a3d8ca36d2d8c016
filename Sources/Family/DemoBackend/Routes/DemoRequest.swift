package import Values

/// A request to the simulated server, as a value.
package struct DemoRequest: Sendable {
    let method: String
    /// Without the query, percent escapes resolved.
    package let path: String
    /// The query's `limit`.
    package let limit: String?
    /// The bearer token; `nil` for none.
    package let token: Secret?
    let body: [UInt8]

    /// A request as tests make it; those from HTTP come through the server.
    package init(_ method: String, _ path: String, limit: String? = nil, token: Secret? = nil, body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.limit = limit
        self.token = token
        self.body = body
    }
}
