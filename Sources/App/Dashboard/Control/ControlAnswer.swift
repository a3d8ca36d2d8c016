package import JSON

/// What the running program answers.
package enum ControlAnswer: Sendable, Equatable {
    case value(JSONValue)
    /// Plain text of another kind, for a collector of figures.
    case text(String)
    case refused(Refusal)

    package struct Refusal: Error, Sendable, Equatable {
        package enum Kind: String, Sendable, CaseIterable {
            /// There is no such thing.
            case unknown
            /// The question makes no sense.
            case malformed
            /// The state of things does not allow it.
            case conflict
            /// Not now.
            case unavailable
        }

        package let kind: Kind
        /// What is wrong, and the next step.
        package let message: String

        package init(_ kind: Kind, _ message: String) {
            self.kind = kind
            self.message = message
        }
    }
}
