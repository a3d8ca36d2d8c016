package import Values

/// An HTTP proxy that connects us by CONNECT. The `http_proxy` of the environment is not looked at: who wants it reads it.
public struct WebSocketProxy: Sendable {
    public var host: String
    public var port: Int
    /// "user:password", for Basic authentication. Sent to the proxy in the clear, and never printed.
    package var credentials: Secret?

    /// - Parameter credentials: "user:password", for Basic authentication. The name must not hold a colon.
    public init(host: String, port: Int, credentials: String? = nil) {
        self.init(host: host, port: port, secret: credentials.map { Secret($0) })
    }

    package init(host: String, port: Int, secret: Secret?) {
        self.host = host
        self.port = port
        credentials = secret
    }
}

extension WebSocketProxy: CustomStringConvertible, CustomReflectable {
    /// Host and port.
    public var description: String { "\(host):\(port)" }
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}
