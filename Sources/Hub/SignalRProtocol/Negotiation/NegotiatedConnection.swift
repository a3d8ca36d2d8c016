/// The connection that a server holds ready.
package struct NegotiatedConnection: Equatable, Sendable {
    /// Public: what the server calls this client.
    package var connectionID: String
    /// Secret: whoever has it can be this client.
    package var connectionToken: String
    /// Those offered, in the server's order of preference; the names as sent.
    package var transports: [Offer]
    package var usesStatefulReconnect: Bool

    package init(
        connectionID: String, connectionToken: String, transports: [Offer], usesStatefulReconnect: Bool = false
    ) {
        self.connectionID = connectionID
        self.connectionToken = connectionToken
        self.transports = transports
        self.usesStatefulReconnect = usesStatefulReconnect
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

    /// The first transport offered that is enabled and carries text.
    ///
    /// - Throws: `noCommonTransport`.
    package func transport(of enabled: Set<HubTransport>) throws(HubProtocolError) -> HubTransport {
        for offer in transports where offer.formats.contains("Text") {
            if let transport = HubTransport(rawValue: offer.name), enabled.contains(transport) { return transport }
        }
        throw HubProtocolError(.noCommonTransport(offered: transports.map { HubProtocolError.cut($0.name) }))
    }
}
