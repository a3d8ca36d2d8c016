/// The connection that a server holds ready.
package struct NegotiatedConnection: Equatable, Sendable {
    /// Public: what the server calls this client.
    package var connectionID: String
    /// Secret: whoever has it can be this client.
    package var connectionToken: String
    /// Those offered, in the server's order of preference; the names as sent.
    package var transports: [Offer]
    package var usesStatefulReconnect: Bool
    /// How long the token is taken that was shown; `nil` where the server does not refresh tokens.
    package var tokenLifetime: Duration?

    package init(
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
    package struct Offer: Equatable, Sendable {
        package var name: String
        package var formats: [String]

        package init(name: String, formats: [String]) {
            self.name = name
            self.formats = formats
        }
    }

    /// The first transport offered that is wanted and carries text.
    ///
    /// - Parameter enabled: named in the error, where these are more than those wanted.
    /// - Throws: `noCommonTransport`.
    package func transport(
        of wanted: Set<HubTransport>, enabled: Set<HubTransport>? = nil
    ) throws(HubProtocolError) -> HubTransport {
        for offer in transports where offer.formats.contains("Text") {
            if let transport = HubTransport(rawValue: offer.name), wanted.contains(transport) { return transport }
        }
        throw HubProtocolError(
            .noCommonTransport(
                offered: transports.prefix(10).map { HubProtocolError.cut($0.name) },
                enabled: HubTransport.allCases.filter((enabled ?? wanted).contains).map(\.rawValue)))
    }
}
