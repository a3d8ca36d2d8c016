package import Values

/// One question or order to the running program.
package struct ControlRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package let method: Method
    /// Without the version in front, such as `["deliveries", "7", "retry"]`.
    package let path: [String]
    package let query: [String: String]
    /// JSON with what else the order needs. A sign-in's holds a password, so no body is ever shown.
    package let body: Secret?

    package init(
        _ method: Method = .get, _ path: [String], query: [String: String] = [:], body: Secret? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }
}
