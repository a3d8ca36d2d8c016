/// One request with its limits.
public struct HTTPRequest: Sendable {
    public var method: HTTPMethod
    public var url: HTTPURL
    public var headers = HTTPHeaders()
    public var body = HTTPRequestBody.none
    public var deadlines = HTTPDeadlines()
    public var limits = HTTPLimits()
    public var redirects = RedirectPolicy.returnResponse
    /// Which addresses may be connected to. Anything but ``AddressPolicy/any`` also switches proxies off, since behind a
    /// proxy the real target cannot be seen.
    public var addresses = AddressPolicy.any
    /// Connect to this local socket instead of the URL's host; at most 107 bytes.
    public var unixSocketPath: String?
    /// Called on the service thread while the body is sent, so it must be quick: bytes sent and bytes in total.
    public var uploadProgress: (@Sendable (_ sent: Int, _ total: Int) -> Void)?

    public init(_ method: HTTPMethod, _ url: HTTPURL) {
        self.method = method
        self.url = url
    }
}
