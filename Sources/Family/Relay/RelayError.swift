/// Why the relay can't do what it was asked.
package struct RelayError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The closed set of causes.
    package enum Kind: String, Sendable, CaseIterable {
        case badURL = "bad-url"
        case badKey = "bad-key"
        case unknownTarget = "unknown-target"
    }

    package let kind: Kind
    /// What happened and what to do about it; never a secret.
    package let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
