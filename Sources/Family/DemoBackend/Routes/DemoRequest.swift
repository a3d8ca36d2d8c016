package import Values

/// A request to the simulated server, as a value.
package struct DemoRequest: Sendable {
    package let method: String
    package let path: String
    /// The query's `limit`.
    package let limit: String?
    package let token: Secret?
    package let body: [UInt8]

    package init(_ method: String, _ path: String, limit: String? = nil, token: Secret? = nil, body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.limit = limit
        self.token = token
        self.body = body
    }
}
