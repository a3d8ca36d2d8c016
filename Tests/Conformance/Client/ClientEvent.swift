/// What a client tells of itself.
enum ClientEvent: Sendable, Equatable {
    case connecting
    case connected(id: String?)
    /// It has lost the connection and tries to get it back.
    case reconnecting(ClientFailure?)
    case disconnected(ClientFailure?)
    case invoked(target: String, arguments: String)
    /// It has asked for a token.
    case askedForToken(lastWasRefused: Bool?)
    /// What came out of a reaction.
    case note(String)

    var isConnected: Bool { if case .connected = self { true } else { false } }
    var isReconnecting: Bool { if case .reconnecting = self { true } else { false } }
    var isDisconnected: Bool { if case .disconnected = self { true } else { false } }

    /// Of an invocation.
    var arguments: String? { if case .invoked(_, let arguments) = self { arguments } else { nil } }
}

/// Why something failed, as the client tells it.
struct ClientFailure: Error, Equatable, CustomStringConvertible {
    /// One of the kinds of `docs/conformance-other-clients.md`; `nil` if the client does not tell them apart.
    var kind: String?
    var text: String
    /// Whether a call may have run; `nil` if the client does not say.
    var mayHaveRun: Bool?

    var description: String { "\(kind ?? "failure"): \(text)" }
}
