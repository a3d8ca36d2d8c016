import Values

/// Why the program cannot do what was asked of it, in a sentence for a person with the next step.
package struct DaemonError: Error, Sendable, CustomStringConvertible {
    enum Kind: Sendable {
        /// The state folder cannot be used.
        case stateFolder
        /// Nobody is signed in, or not the one who was named.
        case notSignedIn
        /// The command line names something that does not exist.
        case unknownName
        /// A server, a target or the running program does not answer as it should.
        case unavailable
        /// Credentials were refused.
        case notPermitted
        /// The configuration does not fit what was asked.
        case configuration
        /// The same may work later.
        case tryAgain
    }

    let kind: Kind
    /// What happened and why.
    package let message: String
    /// The next step.
    package let hint: String?

    init(_ kind: Kind, _ message: String, hint: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
    }

    /// The message alone; ``hint`` is shown on a line of its own.
    package var description: String { message }

    static func stateFolder(_ path: String, _ code: Int32) -> DaemonError {
        let reason = SystemError(code)
        if reason.isFull {
            return DaemonError(
                .unavailable, "the state folder \(path) cannot be used: \(reason)", hint: "make room on the disk")
        }
        return DaemonError(
            .stateFolder, "the state folder \(path) cannot be used: \(reason)",
            hint: "make it writable for this user, or name another with 'state:' in the configuration")
    }
}
