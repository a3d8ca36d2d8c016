import JSON

/// What a server answered to `negotiate`.
public enum NegotiateReply: Equatable, Sendable {
    /// Negotiate there instead, with that token if there is one.
    case redirect(url: String, accessToken: String?)
    /// Connect there.
    case connection(NegotiatedConnection)

    /// Reads the body of an answer with status 200.
    ///
    /// - Throws: `malformed` if it isn't JSON, `negotiationRefused`, `legacyServer`, `missing`, `invalid`.
    public init(_ bytes: borrowing Span<UInt8>) throws(HubProtocolError) {
        var members = NegotiateMembers()
        do throws(JSONError) {
            try JSONText.validateUTF8(copy bytes)
            try members.scan(bytes)
        } catch {
            throw HubProtocolError(error)
        }
        if let error = members.error { throw HubProtocolError(.negotiationRefused(HubProtocolError.cut(error))) }
        if members.hasProtocolVersion { throw HubProtocolError(.legacyServer) }
        if let url = members.url {
            self = .redirect(url: url, accessToken: members.accessToken)
            return
        }
        guard let id = members.connectionID else { throw HubProtocolError(.missing("connectionId")) }
        // Version 0 knows only one id, which is public and token in one.
        let token = members.version < 1 ? id : members.connectionToken
        guard let token, !token.isEmpty else { throw HubProtocolError(.missing("connectionToken")) }
        guard let transports = members.transports else { throw HubProtocolError(.missing("availableTransports")) }
        self = .connection(
            NegotiatedConnection(
                connectionID: id, connectionToken: token, transports: transports,
                usesStatefulReconnect: members.usesStatefulReconnect, tokenLifetime: members.tokenLifetime))
    }
}

extension NegotiatedConnection {
    /// The answer of a server with this connection.
    ///
    /// - Parameter version: what the client asked for; 0 has no token of its own.
    public func reply(version: Int) -> [UInt8] {
        var bytes = Array(#"{"negotiateVersion":\#(version),"connectionId":"#.utf8)
        HubText.append(connectionID, to: &bytes)
        if version > 0 {
            bytes.append(contentsOf: #","connectionToken":"#.utf8)
            HubText.append(connectionToken, to: &bytes)
        }
        let offers = transports.map { offer in
            let formats = offer.formats.map(HubText.quoted).joined(separator: ",")
            return #"{"transport":\#(HubText.quoted(offer.name)),"transferFormats":[\#(formats)]}"#
        }
        bytes.append(contentsOf: #","availableTransports":[\#(offers.joined(separator: ","))]"#.utf8)
        if usesStatefulReconnect { bytes.append(contentsOf: #","useStatefulReconnect":true"#.utf8) }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}

/// How the messages of a hub travel.
public enum HubTransport: String, Sendable, CaseIterable {
    /// One connection for both directions; the usual one.
    case webSockets = "WebSockets"
    /// The hub's messages in an HTTP response without end, ours by POST. Passes most proxies that stop WebSockets.
    case serverSentEvents = "ServerSentEvents"
    /// The hub's messages in one HTTP response after the other, ours by POST. Passes everything.
    case longPolling = "LongPolling"
}

/// How the messages of a hub are written. The raw value is what the handshake calls it.
public enum HubMessageFormat: String, Sendable, CaseIterable {
    /// Text, which every hub speaks and people can read.
    case json
    /// Bytes; only of hubs that have it switched on, and not by server-sent events.
    case messagePack = "messagepack"

    /// What a transport has to carry, as negotiation names it.
    public var transferFormat: String {
        switch self {
        case .json: "Text"
        case .messagePack: "Binary"
        }
    }
}
