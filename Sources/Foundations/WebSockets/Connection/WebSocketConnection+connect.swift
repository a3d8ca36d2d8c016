public import Sockets

extension WebSocketConnection {
    /// Opens a WebSocket as a client. Cancelling the task gives up.
    /// - Throws: ``WebSocketError``, or `CancellationError`.
    public static func connect(_ loop: EventLoop, _ options: WebSocketOptions) async throws -> WebSocketConnection {
        let deadline = ContinuousClock.now + options.connectTimeout
        let addresses: [SocketAddress]
        do throws(SocketError) {
            addresses = try await Self.addresses(loop, options, until: deadline)
        } catch {
            try Task.checkCancellation()
            throw WebSocketError(error)
        }
        return try await ClientOpening(on: loop, options).open(addresses, until: deadline)
    }

    private static func addresses(
        _ loop: EventLoop, _ options: WebSocketOptions, until deadline: ContinuousClock.Instant
    ) async throws(SocketError) -> [SocketAddress] {
        if let path = options.unixSocket { return [try SocketAddress(unixSocket: path)] }
        let port = options.proxyInUse?.port ?? options.port
        guard (1...65535).contains(port) else { throw SocketError(.invalidOption, "there is no port \(port)") }
        guard let numeric = options.addresses else {
            let host = options.proxyInUse?.host ?? options.bareHost
            let limit = min(deadline, .now + options.lookupTimeout)
            return try await Resolver.addresses(of: host, port: port, on: loop, until: limit)
        }
        var addresses: [SocketAddress] = []
        for text in numeric { addresses += try Resolver.numeric(text, port: port) }
        return addresses
    }
}
