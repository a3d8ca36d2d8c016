package import Values

/// What a client shows to be let in. It is sent, and never printed.
public struct AccessToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let secret: Secret

    /// - Parameter text: as the server issued it, without the word `Bearer`.
    public init(_ text: String) {
        secret = Secret(text)
    }

    package init(_ secret: Secret) {
        self.secret = secret
    }

    public var description: String { secret.description }
    public var debugDescription: String { secret.description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a token is asked for.
public struct AccessTokenRequest: Sendable, Equatable {
    /// Whether the server has just refused the last one: a kept token is no use now.
    public let lastWasRefused: Bool
}
