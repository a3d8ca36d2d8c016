import AllowanceAPI
import Glibc
import HTTPClient
import Relay
import Settings
import SignalRClient
import Store
import Terminal
import Values

extension Output {
    /// Says what went wrong in the words of whoever noticed it, and how the command ends because of it.
    package static func outcome(of error: any Error) -> CommandOutcome {
        switch error {
        case let error as DaemonError:
            problem(error.message, hint: error.hint)
            return error.kind.outcome
        case let error as AllowanceError:
            problem(error.message, hint: nextStep(after: error))
            return outcome(of: error)
        case let error as HubError:
            problem(error.message, hint: error.nextStep)
            return outcome(of: error)
        case let error as StoreError:
            problem(error.sentence, hint: error.nextStep)
            return outcome(of: error)
        case let error as HTTPError:
            problem("\(error)")
            return .unavailable
        case let error as RelayError:
            problem("\(error)")
            return error.kind == .unknownTarget ? .usage : .badConfiguration
        case let error as SecretSourceError:
            problem("\(error)")
            return .badConfiguration
        case let error as SecretReference.Failure:
            problem("\(error)")
            return .badConfiguration
        case let error as SecretInput.Failure:
            problem(sentence(error), hint: "use --password-stdin or --password-file FILE")
            return .usage
        default:
            problem("\(error)", hint: "this is a mistake in the program; please report it")
            return .internalError
        }
    }

    private static func outcome(of error: AllowanceError) -> CommandOutcome {
        if error.needsSignIn || error.kind == .notPermitted || error.kind == .tokenStoreFailed { return .notPermitted }
        return error.kind == .invalidRequest ? .usage : .unavailable
    }

    /// A command asks once: that the running program asks again by itself is no comfort here.
    private static func nextStep(after error: AllowanceError) -> String? {
        switch error.kind {
        case .unreachable, .timedOut, .connectionLost: "Check the network and the server's address, then try again."
        case .truncatedAnswer, .serverFailed, .unavailable, .tooManyRequests: "Try again later."
        default: error.nextStep.isEmpty ? nil : error.nextStep
        }
    }

    private static func outcome(of error: HubError) -> CommandOutcome {
        switch error.kind {
        case .badURL, .badArgument: .usage
        case .unauthorized, .forbidden: .notPermitted
        default: .unavailable
        }
    }

    private static func outcome(of error: StoreError) -> CommandOutcome {
        switch error.exitHint {
        case .unavailable: .unavailable
        case .tryAgain: .tryAgain
        case .notPermitted: .notPermitted
        case .badConfiguration: .badConfiguration
        }
    }

    private static func sentence(_ failure: SecretInput.Failure) -> String {
        switch failure {
        case .noTerminal: "there is no terminal to ask for the password at"
        case .empty: "the password is empty"
        case .tooLong(let limit): "the password has more than \(limit) bytes"
        case .unreadable(let reason): "the password cannot be read: \(reason)"
        }
    }
}

extension DaemonError.Kind {
    var outcome: CommandOutcome {
        switch self {
        case .stateFolder, .notPermitted: .notPermitted
        case .notSignedIn: .notPermitted
        case .unknownName: .usage
        case .unavailable: .unavailable
        case .configuration: .badConfiguration
        case .tryAgain: .tryAgain
        }
    }
}

extension DaemonError {
    init(_ error: AllowanceError) {
        self.init(
            error.needsSignIn ? .notSignedIn : error.kind == .tokenStoreFailed ? .notPermitted : .unavailable,
            error.message, hint: error.nextStep.isEmpty ? nil : error.nextStep)
    }
}
