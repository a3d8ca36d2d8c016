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

    /// What narrows a list, or says which deliveries an order is about: as the query and, behind two dashes, the command line name it.
    package enum Filter: String, CaseIterable, Sendable {
        case target, state, child, since, until
    }

    /// What narrows a list of transactions besides.
    package enum Search: String, CaseIterable, Sendable {
        case search, kind, category
    }

    /// Those of a query: each filter, where a page of transactions begins, how many rows a list has, the last delivery that an order is about,
    /// whether a list has what is at its end too, how many seconds to wait, and which account is meant, and what is to be explained.
    static let names =
        Filter.allCases.map(\.rawValue) + Search.allCases.map(\.rawValue) + [
            "before", "limit", "through", "all", "wait", "account", "id",
        ]

    /// Decides, with ``path``, what is asked.
    package let method: Method
    /// Without the version in front, such as `["deliveries", "retry"]`.
    package let path: [String]
    /// By the names of the filters, `before`, `limit`, `through`, `all`, `wait`, `account` and `id`; the server takes no other.
    package let query: [String: String]
    /// JSON with what else the order needs. A sign-in's holds a password, so no body is ever shown.
    package let body: Secret?

    /// - Parameters:
    ///   - method: what it asks for is read, what it orders is posted.
    ///   - path: without `/v1`, one element for each part.
    ///   - query: by the names of the filters, `before`, `limit`, `through`, `all`, `wait`, `account` and `id`.
    ///   - body: JSON with what else the order needs.
    package init(
        _ method: Method = .get, _ path: [String], query: [String: String] = [:], body: Secret? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }
}
