import Glibc

extension WebSocketConnection {
    /// Opens a WebSocket as a client. Cancelling the task gives up.
    /// - Throws: `WSError`, or `CancellationError`.
    public static func connect(_ loop: LwsLoop, _ options: WSOptions) async throws -> WebSocketConnection {
        let port = options.proxyHost == nil ? options.port : options.proxyPort
        guard (1...65535).contains(port) else { throw WSError.connect("port \(port)") }
        var addresses: [SocketAddress] = []
        if let numeric = options.addrs {
            for text in numeric { addresses += try Resolver.lookUp(text, port: port, flags: AI_NUMERICHOST) }
        } else {
            var host = options.bareHost
            if let proxy = options.proxyHost { host = proxy }
            addresses = try await Resolver.addresses(of: host, port: port)
        }
        return try await ClientConnection(on: loop, options: options, addresses: addresses).open()
    }
}
