/// Why the relay can't do what it was asked.
package struct RelayError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The closed set of causes.
    package enum Kind: String, Sendable, CaseIterable {
        /// A target's address can't be used, or not with its kind.
        case badURL = "bad-url"
        /// A target's signing key, token or header can't be used.
        case badKey = "bad-key"
        /// The settings name no such target.
        case unknownTarget = "unknown-target"
    }

    /// For whoever decides by it, such as a command.
    package let kind: Kind
    /// What happened and what to do about it; never a secret.
    package let description: String
    /// What to do, where the description does not say it.
    package let nextStep: String?

    init(_ kind: Kind, _ description: String, nextStep: String? = nil) {
        self.kind = kind
        self.description = description
        self.nextStep = nextStep
    }
}
