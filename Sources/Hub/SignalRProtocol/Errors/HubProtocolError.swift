public import JSON

/// What a peer sent that the hub protocol does not allow, or what it answered instead of going on.
///
/// The text of a peer is cut, so that an error stays short however long the text was.
public struct HubProtocolError: Error, Equatable, Sendable {
    /// The closed set of reasons.
    public enum Kind: Equatable, Sendable {
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
