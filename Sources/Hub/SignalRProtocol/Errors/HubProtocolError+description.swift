extension HubProtocolError: CustomStringConvertible {
    /// What happened, for people.
    public var description: String {
        switch kind {
        case .malformed(let error): "the other side sent a record that is not valid JSON: \(error)"
        case .malformedMessagePack(let error): "the other side sent a message that is not valid MessagePack: \(error)"
        case .missing(let member): "the other side sent a message without \"\(member)\""
        case .invalid(let member): "the other side sent a message whose \"\(member)\" has a wrong type"
        case .resultAndError: "the other side sent a completion with both a result and an error"
        case .recordTooLong(let limit): "the other side sent a message of more than \(limit) bytes"
        case .incompleteRecord: "the connection ended in the middle of a message"
        case .notHandshake: "the other side sent a message where its handshake answer belongs"
        case .handshakeRefused(let text): "the hub refused the handshake: \(text)"
        case .negotiationRefused(let text): "the hub refused the connection: \(text)"
        case .legacyServer:
            "this is an ASP.NET SignalR server, not an ASP.NET Core one; the two do not understand each other"
        case .tooManyRedirections(let limit): "the hub redirected more than \(limit) times"
        case .insecureRedirection: "the hub redirected from https to http"
        case .noCommonTransport(let offered, let enabled):
            "the hub offers no transport that is enabled here; it offers "
                + (offered.isEmpty ? "none" : offered.joined(separator: ", "))
                + ", and enabled here: \(enabled.isEmpty ? "none" : enabled.joined(separator: ", "))"
        // The first sentence is what official ends say too.
        case .sequenceGap(let sent, let awaited):
            "Sequence ID greater than amount of messages we've received. "
                + "The other side goes on with message \(sent), and message \(awaited) has not come"
        case .invalidSequence(let number): "the other side goes on with message \(number), which can't be"
        case .badURL(let detail): "not the URL of a hub: \(detail)"
        }
    }
}
