import SignalRClient
import SignalRProtocol

extension InProcessClient {
    /// - Parameter asked: called when the client asks for a token, with whether the last one was refused.
    static func translated(
        _ options: ClientOptions, asked: @escaping @Sendable (Bool) -> Void
    ) throws -> HubConnectionOptions {
        var result = HubConnectionOptions()
        result.headers = options.headers
        if let names = options.transports { result.transports = Set(names.compactMap { HubTransport(rawValue: $0) }) }
        // A client that skips negotiation has one transport; to allow others is what case 17 is about.
        if options.skipsNegotiation, options.transports == nil { result.transports = [.webSockets] }
        if options.speaksMessagePack { result.messageFormat = .messagePack }
        result.usesStatefulReconnect = options.isStateful
        if let bytes = options.statefulBufferBytes { result.statefulBufferBytes = bytes }
        result.skipsNegotiation = options.skipsNegotiation
        result.reconnect = options.reconnectDelays.isEmpty ? .never : .listed(options.reconnectDelays)
        // Scripts end connections one after the other, which it would take for a server that throws it out.
        result.reconnect.stableAfter = .zero
        if let tokens = options.tokens {
            let given = Counter()
            result.accessToken = { request in
                asked(request.lastWasRefused)
                let number = given.next()
                return tokens[min(number, tokens.count - 1)].map { AccessToken($0) }
            }
        }
        if let interval = options.pingInterval { result.pingInterval = interval }
        if let timeout = options.serverTimeout { result.serverTimeout = timeout }
        if let timeout = options.handshakeTimeout { result.handshakeTimeout = timeout }
        if let timeout = options.connectTimeout { result.connectTimeout = timeout }
        if let limit = options.maximumMessageBytes { result.maximumMessageBytes = limit }
        if let limit = options.maximumBacklogBytes { result.maximumBacklogBytes = limit }
        return result
    }
}
