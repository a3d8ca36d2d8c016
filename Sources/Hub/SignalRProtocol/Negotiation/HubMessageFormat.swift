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
