import Settings
import Store
import Terminal
import Testing
import Values

@testable import AllowanceAPI
@testable import Commands
@testable import Daemon
@testable import Runtime

@Suite("How commands end")
struct CommandOutcomeTests {
    @Test("every trouble of the store has its end", arguments: StoreError.Kind.allCases)
    func store(kind: StoreError.Kind) {
        let expected: CommandOutcome =
            switch kind {
            case .inUse, .overloaded, .closed, .cancelled: .tryAgain
            case .readOnly: .notPermitted
            case .taken: .usage
            case .newerVersion: .newerStore
            case .unusable: .badConfiguration
            case .corrupted, .full, .inputOutput, .unreadable, .unexpected: .unavailable
            }
        #expect(Output.outcome(of: StoreError(kind, "It went wrong.", nextStep: "Look.")) == expected)
    }

    @Test("every trouble with the family server has its end", arguments: AllowanceError.Kind.allCases)
    func server(kind: AllowanceError.Kind) {
        let expected: CommandOutcome =
            switch kind {
            case .wrongCredentials, .signInRequired, .notPermitted, .tokenStoreFailed: .notPermitted
            case .invalidRequest: .usage
            case .passwordUnreadable: .badConfiguration
            case .unreachable, .timedOut, .connectionLost, .insecure, .notTheServer, .redirected, .truncatedAnswer,
                .unexpectedAnswer, .noFamily, .notFound, .unknownRoute, .noHub, .conflict, .tooManyRequests,
                .serverFailed,
                .unavailable, .tokenStoreFull, .anotherPerson, .cancelled:
                .unavailable
            }
        let error = AllowanceError(kind, place: "https://one.example")
        #expect(Output.outcome(of: error) == expected)
        // Told through the program's own error it ends alike, but for requests, which nobody makes in that way.
        if ![.invalidRequest, .notPermitted, .passwordUnreadable].contains(kind) {
            #expect(Output.outcome(of: DaemonError(error)) == expected)
        }
    }

    @Test("the program's own troubles have theirs")
    func own() {
        let expected: [(DaemonError.Kind, CommandOutcome)] = [
            (.stateFolder, .notPermitted), (.notSignedIn, .notPermitted), (.usage, .usage),
            (.unavailable, .unavailable), (.notPermitted, .notPermitted), (.configuration, .badConfiguration),
            (.tryAgain, .tryAgain),
        ]
        for (kind, outcome) in expected {
            #expect(Output.outcome(of: DaemonError(kind, "it went wrong")) == outcome)
        }
    }

    @Test("a password that cannot be asked for is the command line's matter; the unforeseen is ours")
    func others() {
        struct Unforeseen: Error {}
        #expect(Output.outcome(of: SecretInput.Failure.noTerminal) == .usage)
        #expect(Output.outcome(of: SecretInput.Failure.empty) == .usage)
        #expect(Output.outcome(of: Unforeseen()) == .internalError)
    }

    @Test("the running program's end is that of the part that ended it, if it gave a reason")
    func running() {
        let full = StoreError(.inUse, "It went wrong.", nextStep: "Look.")
        func end(_ reason: ServiceOutcome.Reason) -> CommandOutcome {
            Output.outcome(of: ServiceFailure(ServiceOutcome(reason: reason, overdue: [])))
        }
        #expect(end(.startFailed(service: "relay", full)) == .tryAgain)
        #expect(end(.serviceEnded(service: "relay", full)) == .tryAgain)
        #expect(end(.serviceEnded(service: "relay", nil)) == .internalError)
        #expect(end(.startTimedOut(service: "relay")) == .internalError)
    }
}
