import AllowanceAPI
import Configuration
import Daemon
import Relay
import Runtime
import Store
import Terminal
import TextFormats
import Values

/// `pocketbell init`: asks what has to be known, tries it, and writes it down; or nothing.
package enum Setup {
    /// Where it is written, beside what the command line answers already.
    package struct Request: Sendable {
        /// What needs no question any more.
        var answers: SetupAnswers
        let password: SignInRequest.Password
        let file: String?
        let isForUser: Bool
        let isForSystem: Bool
        let replaces: Bool

        /// - Parameters:
        ///   - password: the terminal's is asked for; any other is read before anything else.
        ///   - file: what `--config` names.
        ///   - replaces: whether a file that is there may be replaced without a question.
        package init(
            _ answers: SetupAnswers, password: SignInRequest.Password, file: String?, user: Bool, system: Bool,
            replaces: Bool
        ) {
            self.answers = answers
            self.password = password
            self.file = file
            isForUser = user
            isForSystem = system
            self.replaces = replaces
        }
    }

    /// - Returns: `.interrupted` when somebody stopped it, and then nothing has changed.
    package static func run(_ request: Request) async -> CommandOutcome {
        let clients = HTTPClients()
        let outcome: CommandOutcome
        do {
            let place = try SetupPlace.find(
                path: request.file, wantsOwn: request.isForUser, wantsService: request.isForSystem)
            var answers = request.answers
            answers.isService = place.isService
            answers.password = try SignIn.given(request.password)
            try requireAnswers(answers, request, place)
            outcome = try await run(answers, place, SetupTrials(clients: clients), replaces: request.replaces)
        } catch {
            outcome = Output.outcome(of: error)
        }
        await clients.close()
        return outcome
    }

    /// Without a terminal everything that is missing is told at once.
    private static func requireAnswers(
        _ answers: SetupAnswers, _ request: Request, _ place: SetupPlace
    ) throws(DaemonError) {
        guard !Asking.isPossible else { return }
        var missing = answers.missing
        if place.isTaken, !request.replaces { missing.append("--replace (there is \(place.file) already)") }
        guard missing.isEmpty else {
            throw DaemonError(
                .usage, "there is no terminal to ask at, and the command line leaves something open",
                hint: "add \(missing.joined(separator: ", "))")
        }
    }

    private static func run(
        _ answers: SetupAnswers, _ place: SetupPlace, _ trials: SetupTrials, replaces: Bool
    ) async throws -> CommandOutcome {
        Output.note(
            "This sets PocketBell up\(place.isService ? " as this machine's service" : "") and, at the end, writes\n"
                + "  \(place.file)" + (Asking.isPossible ? "\nCtrl-C leaves everything as it is.\n" : ""))
        let end: SetupTalk.End = try await firstToEnd(
            {
                if place.isTaken, !replaces {
                    guard let mayReplace = try await SetupTalk.mayReplace(place.file) else { return .stopped }
                    guard mayReplace else { return .givenUp }
                }
                return try await SetupTalk(trials: trials).finish(answers, place)
            },
            {
                await Stop.requestedOrHungUp()
                return .stopped
            })
        switch end {
        case .stopped, .givenUp:
            Output.note("\nNothing was written.")
            return end.isStop ? .interrupted : .success
        case .complete(let session, let isStarted):
            // From here on nobody breaks it off: it is over in a moment.
            return try await SetupCommit(place: place, session: session).carryOut(isStarted: isStarted)
        }
    }
}
