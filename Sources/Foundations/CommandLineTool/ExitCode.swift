/// Exit statuses, with the numbers of `sysexits.h`, so that scripts and systemd can tell what to do next.
package enum ExitCode: Int32, Sendable, CaseIterable {
    case success = 0
    /// No number of `sysexits.h`: nothing failed, and the answer is not a good one.
    case needsPerson = 1
    case usage = 64
    case newerData = 65
    case inputMissing = 66
    case unavailable = 69
    case internalError = 70
    case outputFailed = 74
    case tryAgain = 75
    case notPermitted = 77
    case badConfiguration = 78
    case interrupted = 130

    /// The sentence of the manual page.
    package var meaning: String {
        switch self {
        case .success: "Success."
        case .needsPerson:
            "It answered, and something needs a person: read what it says (status, doctor); or nobody would be told (rules test)."
        case .usage: "The command line is wrong."
        case .newerData: "A newer version of the program has written what it keeps: nothing was changed."
        case .inputMissing: "A file that was named is not there, cannot be read, or is not what it should be."
        case .unavailable: "A server or another needed part is unavailable."
        case .internalError: "A mistake of the program itself."
        case .outputFailed: "The output could not be written, such as onto a full disk. What was ordered is kept."
        case .tryAgain: "The same may work later, or another instance is running."
        case .notPermitted: "Not permitted, such as not signed in."
        case .badConfiguration: "The configuration is wrong."
        case .interrupted: "Somebody ended it by Ctrl-C before it was done."
        }
    }
}
