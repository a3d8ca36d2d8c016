package import JSON

/// What the running program answers.
package enum ControlAnswer: Sendable, Equatable {
    /// The answer, in the words that `--json` prints.
    case value(JSONValue)
    /// Plain text of another kind, for a collector of figures.
    case text(String)
    /// A picture as it is.
    case picture([UInt8])
    /// There is no answer, or the order was not carried out.
    case refused(Refusal)

    /// Why a question has no answer, for a person.
    package struct Refusal: Error, Sendable, Equatable {
        /// What a command's exit status and the HTTP status follow from; the words travel in the answer.
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

        /// Told by a word that both versions of a program know, should they differ.
        package let kind: Kind
        /// What is wrong.
        package let message: String
        /// The next step, where the message does not say it.
        package let hint: String?
        /// Accounts of which one has to be named, where that is what is missing. It does not travel: the hint says it for a command line.
        package let accounts: [String]

        /// - Parameter message: lower case, without a full stop.
        package init(_ kind: Kind, _ message: String, hint: String? = nil, accounts: [String] = []) {
            self.kind = kind
            self.message = message
            self.hint = hint
            self.accounts = accounts
        }

        static func nothing(at request: ControlRequest) -> Refusal {
            Refusal(.unknown, "there is no \(request.method.rawValue) /v1/\(request.path.joined(separator: "/"))")
        }
    }
}
