import AllowanceAPI
import Configuration
import Daemon
import Relay
import Store
import Systemd
import Terminal
import TextFormats
import Values

/// The conversation of `init`: asks and tries what ``SetupMachine`` decides.
struct SetupTalk: Sendable {
    /// How it ended.
    enum End: Sendable {
        /// Everything is known and tried, and nothing is written yet.
        case complete(SetupMachine.Session, isStarted: Bool)
        /// A person does not want to go on.
        case givenUp
        /// Somebody ended the program, or the input: Ctrl-C, Ctrl-D, a terminal that is closed.
        case stopped

        var isStop: Bool { if case .stopped = self { true } else { false } }
    }

    let trials: SetupTrials
    /// Whether there was anybody to ask at the beginning: a terminal that goes away later is an end, and no mistake.
    private let hasTerminal = Asking.isPossible

    init(trials: SetupTrials) { self.trials = trials }

    /// - Returns: `nil` at the end of the input.
    static func mayReplace(_ file: String) async throws -> Bool? {
        try await Asking.until {
            try await answer(to: .replace(file))
        } is: { text throws(TextFormatError) in
            try Asking.isYes(text, else: false)
        }
    }

    func finish(_ answers: SetupAnswers, _ place: SetupPlace) async throws -> End {
        let hasDesktop = !place.isService && SessionBus.isOfSession
        let kinds = TargetKind.all.filter { $0 != .desktop || hasDesktop }
        var machine = SetupMachine(answers, kinds: kinds, canStart: place.manager?.isReady == true)
        while true {
            switch machine.order {
            case .ask(let question):
                if hasTerminal, let introduction = question.introduction { Output.note(introduction) }
                let answer: Void? = try await Asking.until {
                    try await ask(question)
                } is: { text throws(TextFormatError) in
                    try machine.answered(text)
                }
                if answer == nil { return .stopped }
            case .reach(let server):
                let failure = try await failure { try await trials.reach(server) }
                machine.reached(.init(failure))
            case .signIn(let account, let password):
                let failure = try await failure {
                    let signedIn = try await trials.signIn(account, password)
                    Output.note(
                        "Signed in as \(signedIn.firstName) \(signedIn.lastName) (\(signedIn.role.word)).\n"
                            .harmlessLine)
                    machine.signedIn(signedIn)
                }
                if let failure { machine.signInFailed(failure.kind) }
            case .test(let target): machine.tested(try await test(target))
            case .write(let session, let isStarted): return .complete(session, isStarted: isStarted)
            }
        }
    }

    /// What kept the server from doing it: that has been said, and the next question is the next step.
    ///
    /// - Throws: the same where there is nobody to ask.
    private func failure(of trial: () async throws -> Void) async throws -> AllowanceError? {
        do {
            try await trial()
            return nil
        } catch let error as AllowanceError where hasTerminal {
            say(error)
            return error
        }
    }

    private func ask(_ question: SetupQuestion) async throws -> String? {
        guard hasTerminal else {
            throw DaemonError(
                .usage, "there is no terminal to ask at: \(question.text)",
                hint: "pocketbell init --help names the option for it")
        }
        return try await Self.answer(to: question)
    }

    /// - Returns: `nil` at the end of the input, also where the terminal has been closed.
    private static func answer(to question: SetupQuestion) async throws -> String? {
        do {
            guard question.isSecret else { return try await Asking.line(question.prompt) }
            return try await Asking.secret(question.prompt).withText { $0 }
        } catch let failure as SecretInput.Failure {
            switch failure {
            case .empty: return ""
            case .ended, .noTerminal, .unreadable: return nil
            case .tooLong, .notText: throw failure
            }
        }
    }

    private func test(_ target: SetupTarget) async throws -> SetupMachine.Sample {
        let report: TestReport
        do {
            report = try await trials.test(target)
        } catch  where hasTerminal && SetupTrials.isMistake(error) {
            let complaint = Complaint(error)
            Output.note(complaint.message.harmless)
            return .unusable
        }
        if report.isDelivered {
            Output.note("\(target.name) took a test alert.\n")
            return .delivered
        }
        // The question says it.
        if report.reason == .forbiddenAddress, hasTerminal, !target.allowsPrivateAddresses {
            return .privateAddress
        }
        // Here an option allows it; the report names the file's key.
        let isClosed = report.reason == .forbiddenAddress && !target.allowsPrivateAddresses
        let reason =
            isClosed
            ? "it is not at a public address, and nothing goes into a house by mistake" : report.sentence
        let answer = report.answer.isEmpty || report.sentence.tells(report.answer) ? "" : "; it said: \(report.answer)"
        let sentence = "\(target.name) did not take its test alert: \(reason)\(answer)".harmless
        guard hasTerminal else {
            let hint =
                isClosed
                ? "if that is meant: add --private-addresses" : "mend it, or add --untested to set it up all the same"
            throw DaemonError(.unavailable, sentence, hint: hint)
        }
        Output.note(sentence)
        return .refused
    }

    /// Of a refused password the next question is the next step.
    private func say(_ error: AllowanceError) {
        let complaint = Complaint(error)
        let hint = error.kind == .wrongCredentials ? nil : complaint.hint
        Output.note(complaint.message.harmless + (hint.map { "\n  \($0)" } ?? ""))
    }
}

extension SetupMachine.Reach {
    /// Who answers in TLS or HTTP of no kind takes no password either.
    fileprivate init(_ failure: AllowanceError?) {
        guard let failure else {
            self = .familyServer
            return
        }
        self = failure.kind == .notTheServer && failure.status != nil ? .stranger : .nobody
    }
}

extension String {
    /// One line for a terminal, its end kept.
    fileprivate var harmlessLine: String { split(separator: "\n").map { String($0).harmless + "\n" }.joined() }
}
