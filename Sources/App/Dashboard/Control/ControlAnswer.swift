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
            /// A server does not take the credentials, or nobody is signed in.
            case notPermitted
            /// The configuration does not allow it.
            case misconfigured
        }

        package let kind: Kind
        /// What is wrong.
        package let message: String
        /// The next step, where the message does not say it.
        package let hint: String?

        package init(_ kind: Kind, _ message: String, hint: String? = nil) {
            self.kind = kind
            self.message = message
            self.hint = hint
        }
    }
}
