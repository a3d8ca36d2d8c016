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
