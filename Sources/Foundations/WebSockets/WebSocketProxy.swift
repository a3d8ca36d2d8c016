/// An HTTP proxy that connects us by CONNECT. The `http_proxy` of the environment is not looked at: who wants it reads it.
public struct WebSocketProxy: Sendable {
    public var host: String
    public var port: Int
    /// "user:password", for Basic authentication.
    public var credentials: String?

    public init(host: String, port: Int, credentials: String? = nil) {
        self.host = host
        self.port = port
        self.credentials = credentials
    }
}
