/// The connection that a server holds ready.
public struct NegotiatedConnection: Equatable, Sendable {
    /// Public: what the server calls this client.
    public var connectionID: String
    /// Secret: whoever has it can be this client.
    public var connectionToken: String
    /// Those offered, in the server's order of preference; the names as sent.
    public var transports: [Offer]
    /// Whether the server keeps the connection when a transport is lost; only true if that was asked for.
    public var usesStatefulReconnect: Bool
    /// How long the token is taken that was shown; `nil` where the server does not refresh tokens.
    public var tokenLifetime: Duration?

    /// A connection that a server offers.
    public init(
        connectionID: String, connectionToken: String, transports: [Offer], usesStatefulReconnect: Bool = false,
        tokenLifetime: Duration? = nil
    ) {
        self.connectionID = connectionID
        self.connectionToken = connectionToken
        self.transports = transports
        self.usesStatefulReconnect = usesStatefulReconnect
        self.tokenLifetime = tokenLifetime
    }

    /// One transport.
    public struct Offer: Equatable, Sendable {
        /// As sent, such as `WebSockets`.
        public var name: String
        /// As sent: `Text`, `Binary`.
        public var formats: [String]

        /// A transport by its name, with what it carries.
        public init(name: String, formats: [String]) {
            self.name = name
            self.formats = formats
        }

        /// Whether messages of this format can go this way. Server-sent events are text, whatever a server says.
        public func carries(_ format: HubMessageFormat) -> Bool {
            formats.contains(format.transferFormat)
                && (format == .json || name != HubTransport.serverSentEvents.rawValue)
        }
    }

    /// The first transport offered that is wanted and carries messages of this format.
    ///
    /// - Parameter enabled: named in the error, where these are more than those wanted.
    /// - Throws: `noCommonTransport`.
    public func transport(
        of wanted: Set<HubTransport>, enabled: Set<HubTransport>? = nil, format: HubMessageFormat = .json
    ) throws(HubProtocolError) -> HubTransport {
        for offer in transports where offer.carries(format) {
            if let transport = HubTransport(rawValue: offer.name), wanted.contains(transport) { return transport }
        }
        throw HubProtocolError(
            .noCommonTransport(
                offered: transports.prefix(10).map {
                    let name = HubProtocolError.cut($0.name)
                    return $0.carries(format) ? name : "\(name) (not for \(format.rawValue))"
                },
                enabled: HubTransport.allCases.filter((enabled ?? wanted).contains).map(\.rawValue)))
    }
}
