package import Values

/// A request to the simulated server, as a value.
package struct DemoRequest: Sendable {
    /// In capitals.
    package let method: String
    /// Without the query, percent escapes resolved.
    package let path: String
    /// Of the query, by name.
    package let query: [String: String]
    /// The bearer token; `nil` for none.
    package let token: Secret?
    let body: [UInt8]

    /// A request as tests make it; those from HTTP come through the server.
    package init(
        _ method: String, _ path: String, query: [String: String] = [:], token: Secret? = nil, body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.token = token
        self.body = body
    }
}

extension DemoRequest {
    /// The body as people read it.
    package var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// A whole number of the query; `nil` where there is none.
    func number(_ name: String) -> Int? { query[name].flatMap(Int.init) }
}
