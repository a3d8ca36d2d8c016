package import Values

/// What a client shows to be let in. It is sent, and never printed.
public struct AccessToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let secret: Secret

    /// - Parameter text: as the server issued it, without the word `Bearer`.
    public init(_ text: String) {
        secret = Secret(text)
    }

    /// Of a secret that was kept as one: it never becomes a plain text on the way.
    package init(_ secret: Secret) {
        self.secret = secret
    }

    /// The same for every token: not even its length shows.
    public var description: String { secret.description }
    /// The same: debuggers print it.
    public var debugDescription: String { secret.description }
    /// Without children: `dump` would print them.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a token is asked for.
public struct AccessTokenRequest: Sendable, Equatable {
    /// Whether the server has just refused the last one: a kept token is no use now.
    public let lastWasRefused: Bool
}
