/// Why facts could not be read.
package struct FactError: Error, Sendable, Equatable {
    /// What the engine decides by. The raw value is the store's word for the outcome of a scan that failed so.
    package enum Kind: String, Sendable, CaseIterable {
        /// Nothing answers, or the server is not well: trying again may help.
        case unavailable
        /// The server asks to come back later.
        case tooManyRequests = "too_many_requests"
        /// A person has to sign in.
        case signInRequired = "sign_in_required"
        /// The child is not there, or not for this account.
        case notFound = "not_found"
        /// The server refuses; a person has to change something.
        case refused
        /// The answer is not what this program understands.
        case undecodable
        /// Our own side has given the question up.
        case cancelled
    }

    /// Decides how soon it is tried again, and whether a list or the whole scan has failed.
    package let kind: Kind
    /// What happened, for people.
    package let message: String
    /// What to do about it, for people; empty where that is nothing.
    package let nextStep: String
    /// How long the server asks to wait.
    package let retryAfter: Duration?

    /// The message has neither tokens nor passwords: it goes to the log and the status.
    package init(_ kind: Kind, _ message: String, nextStep: String = "", retryAfter: Duration? = nil) {
        self.kind = kind
        self.message = message
        self.nextStep = nextStep
        self.retryAfter = retryAfter
    }
}

extension FactError: CustomStringConvertible {
    /// What happened and what to do, so that a log can interpolate the error.
    package var description: String { nextStep.isEmpty ? message : "\(message) \(nextStep)" }
}
