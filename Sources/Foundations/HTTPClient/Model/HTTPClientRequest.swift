/// One request with its limits.
package struct HTTPRequest: Sendable {
    package var method: HTTPMethod
    package var url: HTTPURL
    package var headers = HTTPHeaders()
    package var body = HTTPRequestBody.none
    package var deadlines = HTTPDeadlines()
    package var limits = HTTPLimits()
    package var redirects = RedirectPolicy.returnResponse
    /// Which addresses may be connected to. Anything but ``AddressPolicy/any`` also switches proxies off, since behind a
    /// proxy the real target cannot be seen.
    package var addresses = AddressPolicy.any
    /// Whether it may be sent a second time by itself when a reused connection ends without an answer. By default all
    /// methods but POST and PATCH may. One that may not takes a connection of its own, which others may use after it; so
    /// set this for many small posts whose receiver knows a repetition when it sees one.
    package var isRepeatable: Bool
    /// Whether one that may not be sent a second time takes a kept connection all the same: for many small requests, each of
    /// which would else cost a connection. When that connection ends without an answer, the request fails as one that may
    /// have arrived.
    package var takesKeptConnections = false
    /// Connect to this local socket instead of the URL's host; at most 107 bytes.
    package var unixSocketPath: String?
    /// Called on the service thread while the body is sent, so it must be quick: bytes sent and bytes in total.
    package var uploadProgress: (@Sendable (_ sent: Int, _ total: Int) -> Void)?

    package init(_ method: HTTPMethod, _ url: HTTPURL) {
        self.method = method
        self.url = url
        isRepeatable = method != .post && method != .patch
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// Method and origin: path, headers and body may hold secrets.
    package var description: String { "\(method.rawValue) \(url)" }
    package var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}
