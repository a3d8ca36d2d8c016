/// One question or order to the running program.
package struct ControlRequest: Sendable, Equatable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package let method: Method
    /// Without the version in front, such as `["deliveries", "7", "retry"]`.
    package let path: [String]
    package let query: [String: String]

    package init(_ method: Method = .get, _ path: [String], query: [String: String] = [:]) {
        self.method = method
        self.path = path
        self.query = query
    }
}
