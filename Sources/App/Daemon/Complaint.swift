import AllowanceAPI
import Configuration
import Control
import Glibc
import HTTPClient
import Relay
import Runtime
import Settings
import SignalRClient
import Sockets
import Store
import Terminal
import TextFormats
import Values

/// What went wrong, for a person.
package struct Complaint: Sendable {
    /// Decides how a command ends because of it, and what the running program answers.
    package enum Kind: Sendable {
        /// What is asked for makes no sense, or names something that does not exist.
        case usage
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
    }

    /// What happened, in the words of whoever noticed it.
    package let message: String
    /// The next step.
    package let hint: String?
    /// What sort of trouble it is.
    package let kind: Kind

    private init(_ kind: Kind, _ message: String, hint: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
    }

    /// - Parameter error: an unknown kind of it is a mistake of this program.
    package init(_ error: any Error) {
        switch error {
        case let error as DaemonError: self.init(Self.kind(of: error), error.message, hint: error.hint)
        case let error as AllowanceError:
            self.init(Self.kind(of: error), error.message, hint: Self.nextStep(after: error))
        case let error as HubError: self.init(Self.kind(of: error), error.message, hint: error.nextStep)
        case let error as StoreError: self.init(Self.kind(of: error), error.sentence, hint: error.nextStep)
        case let error as HTTPError:
            // The system or libcurl lacks something, or fails in a way that has no word of its own.
            if case .other = error.kind {
                self.init(.tryAgain, error.detail)
            } else {
                self.init(.unavailable, error.sentence, hint: error.nextStep)
            }
        case let error as SocketError: self.init(error.kind == .system ? .tryAgain : .unavailable, error.message)
        case let error as RelayError:
            self.init(error.kind == .unknownTarget ? .usage : .badConfiguration, "\(error)", hint: error.nextStep)
        case let error as SecretSourceError: self.init(.badConfiguration, "\(error)")
        case let error as SecretReference.Failure: self.init(.badConfiguration, "\(error)")
        case let error as ConfigurationErrors:
            self.init(.badConfiguration, error.sentence, hint: error.nextStep)
        case let error as Diagnostics: self.init(.badConfiguration, "\(error)")
        case let error as ServiceThreadError: self.init(.tryAgain, "\(error)")
        case let error as EventDescriptorError: self.init(.tryAgain, "\(error)")
        case let error as SecretInput.Failure:
            self.init(.usage, Self.sentence(error), hint: "use --password-stdin or --password-file FILE")
        default:
            self.init(.internalError, "\(error)", hint: "this is a mistake in the program; please report it")
        }
    }

    private static func kind(of error: DaemonError) -> Kind {
        switch error.kind {
        case .stateFolder, .notPermitted: .notPermitted
        case .notSignedIn: .notPermitted
        case .usage: .usage
        case .unavailable, .programEnded: .unavailable
        case .configuration: .badConfiguration
        case .tryAgain: .tryAgain
        }
    }

    private static func kind(of error: AllowanceError) -> Kind {
        if error.needsSignIn || error.kind == .notPermitted || error.kind == .tokenStoreFailed { return .notPermitted }
        if error.kind == .passwordUnreadable { return .badConfiguration }
        return error.kind == .invalidRequest ? .usage : .unavailable
    }

    /// A command asks once: that the running program asks again by itself is no comfort here.
    private static func nextStep(after error: AllowanceError) -> String? {
        switch error.kind {
        case .unreachable, .timedOut, .connectionLost: "Check the network and the server's address, then try again."
        case .truncatedAnswer, .serverFailed, .unavailable, .tooManyRequests: "Try again later."
        case .passwordUnreadable: error.remedy
        default: error.nextStep.isEmpty ? nil : error.nextStep
        }
    }

    private static func kind(of error: HubError) -> Kind {
        switch error.kind {
        case .badURL, .badArgument: .usage
        case .unauthorized, .forbidden: .notPermitted
        default: .unavailable
        }
    }

    private static func kind(of error: StoreError) -> Kind {
        switch error.kind {
        case .inUse, .overloaded, .closed, .cancelled: .tryAgain
        case .readOnly: .notPermitted
        case .newerVersion: .newerStore
        case .unusable: .badConfiguration
        case .taken: .usage
        case .corrupted, .full, .inputOutput, .unreadable, .unexpected: .unavailable
        }
    }

    private static func sentence(_ failure: SecretInput.Failure) -> String {
        switch failure {
        case .noTerminal: "there is no terminal to ask for the password at"
        case .empty: "the password is empty"
        case .ended: "no password was entered"
        case .tooLong(let limit): "the password has more than \(limit) bytes"
        case .notText: "the password cannot be read: not UTF-8 text without NUL"
        case .unreadable(let reason): "the password cannot be read: \(reason)"
        }
    }
}

extension ControlAnswer {
    /// A failure of the running program, as a command gets to know it.
    static func refused(because error: any Error) -> ControlAnswer {
        let complaint = Complaint(error)
        let kind: Refusal.Kind =
            switch complaint.kind {
            case .usage: .unknown
            case .notPermitted: .notPermitted
            case .badConfiguration: .misconfigured
            case .unavailable, .tryAgain, .internalError, .newerStore: .unavailable
            }
        return .refused(Refusal(kind, complaint.message, hint: complaint.hint))
    }
}
