import CommandLineTool
import Commands

extension CommandOutcome {
    /// The exit status that says it.
    var code: ExitCode {
        switch self {
        case .success: .success
        case .needsPerson, .nobody: .needsPerson
        case .usage: .usage
        case .inputMissing: .inputMissing
        case .newerStore: .newerData
        case .unavailable: .unavailable
        case .tryAgain: .tryAgain
        case .notPermitted: .notPermitted
        case .badConfiguration: .badConfiguration
        case .internalError: .internalError
        case .interrupted: .interrupted
        }
    }
}
