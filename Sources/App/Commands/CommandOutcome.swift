import Daemon

/// How a command ended; the executable turns it into its exit status.
package enum CommandOutcome: Sendable {
    case success
    /// It answered, and what it says needs a person.
    case needsPerson
    /// It answered, and nobody would be told.
    case nobody
    /// The command line asks for something that makes no sense.
    case usage
    /// A file that was named is not there, or not what it should be.
    case inputMissing
    /// A newer version of the program has written the store.
    case newerStore
    /// A server or a needed part does not answer.
    case unavailable
    /// The same may work later, or another instance holds the store.
    case tryAgain
    case notPermitted
    case badConfiguration
    /// A mistake of this program.
    case internalError
    /// Somebody broke it off before it was done.
    case interrupted

    init(_ kind: Complaint.Kind) {
        self =
            switch kind {
            case .usage: .usage
            case .newerStore: .newerStore
            case .unavailable: .unavailable
            case .tryAgain: .tryAgain
            case .notPermitted: .notPermitted
            case .badConfiguration: .badConfiguration
            case .internalError: .internalError
            }
    }
}
