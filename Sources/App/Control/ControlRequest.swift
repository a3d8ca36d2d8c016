package import Values

/// One question or order to the running program.
package struct ControlRequest: Sendable {
    /// As HTTP calls it: the control socket speaks it, and a command without a running program uses the same words.
    package enum Method: String, Sendable {
        /// Asks, and changes nothing.
        case get = "GET"
        /// Has something done.
        case post = "POST"
    }

    /// Decides, with ``path``, what is asked.
    package let method: Method
    /// Without the version in front, such as `["deliveries", "7", "retry"]`.
    package let path: [String]
    /// `limit`, `child`, `state` and `target`; the server takes no other name.
    package let query: [String: String]
    /// JSON with what else the order needs. A sign-in's holds a password, so no body is ever shown.
    package let body: Secret?

    /// - Parameter path: without `/v1`, one element for each part.
    package init(
        _ method: Method = .get, _ path: [String], query: [String: String] = [:], body: Secret? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }
}
