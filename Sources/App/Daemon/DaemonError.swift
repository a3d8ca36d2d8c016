import AllowanceAPI
import TextFormats

/// Why the program cannot do what was asked of it, in a sentence for a person with the next step.
package struct DaemonError: Error, Sendable, CustomStringConvertible {
    /// From it follows how a command ends.
    package enum Kind: Sendable {
        /// The state folder cannot be used.
        case stateFolder
        /// Nobody is signed in, or not the one who was named.
        case notSignedIn
        /// The command line asks for what does not exist, or makes no sense.
        case usage
        /// A server, a target or the running program does not answer as it should.
        case unavailable
        /// Credentials were refused.
        case notPermitted
        /// The running program has ended before it answered: it may have done what was asked.
        case programEnded
        /// The configuration does not fit what was asked.
        case configuration
        /// The same may work later.
        case tryAgain
    }

    /// See ``Kind``.
    package let kind: Kind
    /// What happened and why.
    package let message: String
    /// The next step.
    package let hint: String?

    /// The message is lower case, without a full stop.
    package init(_ kind: Kind, _ message: String, hint: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
    }

    /// The message alone; ``hint`` is shown on a line of its own.
    package var description: String { message }
}

extension DaemonError {
    /// What kept an account from being used.
    init(_ error: AllowanceError) {
        self.init(
            error.needsSignIn ? .notSignedIn : error.kind == .tokenStoreFailed ? .notPermitted : .unavailable,
            error.message, hint: error.nextStep.isEmpty ? nil : error.nextStep)
    }
}

extension String {
    /// Without controls and without marks that turn the direction of writing: text that somebody else wrote can then neither
    /// command the terminal nor disguise itself.
    package var harmless: String { withoutControls }
}
