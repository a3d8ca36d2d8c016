public import JSON

/// What a peer sent that the hub protocol does not allow, or what it answered instead of going on.
///
/// The text of a peer is cut, so that an error stays short however long the text was.
public struct HubProtocolError: Error, Equatable, Sendable {
    /// The closed set of reasons.
    @nonexhaustive public enum Kind: Equatable, Sendable {
        /// Not the JSON that must be there, and where.
        case malformed(JSONError)
        /// Not the MessagePack that must be there, and where.
        case malformedMessagePack(MessagePackError)
        /// A message without a member that its type requires.
        case missing(String)
        /// A member of the wrong JSON type, or empty where that is not allowed.
        case invalid(String)
        /// A completion with a result and an error.
        case resultAndError
        /// A record, or the part of it that has come, is longer than the limit in bytes.
        case recordTooLong(limit: Int)
        /// The bytes ended inside a record.
        case incompleteRecord
        /// A hub message where the handshake belongs.
        case notHandshake
        /// The peer refused the handshake, and its words.
        case handshakeRefused(String)
        /// The server refused to negotiate, and its words.
        case negotiationRefused(String)
        /// An ASP.NET SignalR server, from before ASP.NET Core: another protocol.
        case legacyServer
        /// More redirections than the limit.
        case tooManyRedirections(limit: Int)
        /// A redirection from https to http, which would show the token to everybody on the way.
        case insecureRedirection
        /// No transport that both sides have; those the server offers, and those that may be used here.
        case noCommonTransport(offered: [String], enabled: [String])
        /// The other end goes on with a message after the one that is awaited: some are lost for good.
        case sequenceGap(sent: Int64, awaited: Int64)
        /// The other end goes on with a message that can't be.
        case invalidSequence(Int64)
        /// Not a URL of a hub.
        case badURL(String)
    }

    /// Why.
    public let kind: Kind

    /// An error with that reason.
    public init(_ kind: Kind) {
        self.kind = kind
    }

    /// A peer's JSON that can't be read, as ``Kind/malformed(_:)``.
    package init(_ error: JSONError) {
        kind = .malformed(error)
    }

    /// A peer's MessagePack that can't be read, as ``Kind/malformedMessagePack(_:)``.
    package init(_ error: MessagePackError) {
        kind = .malformedMessagePack(error)
    }

    /// A peer's text in at most 500 characters.
    static func cut(_ text: String) -> String {
        text.utf8.count <= 500 ? text : String(text.prefix(500)) + "…"
    }
}

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
