import Configuration
import Control
import Daemon
import HTTPClient
import JSON
import Store
import Terminal

/// `pocketbell doctor`.
package enum Doctor {
    /// Looks for what is wrong: the running program does so itself; without one its files are examined.
    ///
    /// - Returns: `.needsPerson` when anything is bad; a warning alone is a success.
    package static func run(_ context: CommandContext) async -> CommandOutcome {
        do {
            let findings: [Finding]
            switch try await Addressee.find(context) {
            case .program(let program): findings = try await ask(program)
            case .files(let configuration): findings = await examine(configuration)
            }
            for finding in findings { show(finding, context) }
            return findings.contains { $0.state == .bad } ? .needsPerson : .success
        } catch {
            let outcome = Output.outcome(of: error)
            // Without the file there is still something to look at.
            if error is ConfigurationErrors {
                for finding in await examineWithoutFile(context) { show(finding, context) }
            }
            return outcome
        }
    }

    // MARK: Who finds

    private static func ask(_ program: RunningProgram) async throws -> [Finding] {
        let answer = try await Inquiry.with(program) { inquiry in
            try await Patience.during("waiting for the running program") {
                try await inquiry.ask(ControlRequest(.get, ["doctor"]))
            }
        }
        return try JSONNode(answer).elements().map { node throws(JSONError) in try Finding(node) }
    }

    /// Where no program runs.
    static func examine(_ configuration: Configuration) async -> [Finding] {
        let findings = Examination.configuration(configuration) + [Examination.timeZones]
        if !StateFolder(configuration.state).isInUse, configuration.file == nil {
            return findings + [.bad("program", because: DaemonError.nothingSetUp)]
        }
        return await findings + state(configuration) + accounts(configuration) + Examination.desktop(configuration)
    }

    /// What can be looked at although the file cannot be used: the machine, and the state folder that it names or the usual one.
    private static func examineWithoutFile(_ context: CommandContext) async -> [Finding] {
        guard let place = context.placeDespiteMistakes, StateFolder(place.state).isInUse else {
            return [Examination.timeZones]
        }
        return await [Examination.timeZones]
            + state(.standard(state: place.state, environment: ProcessEnvironment.variables))
    }

    private static func state(_ configuration: Configuration) async -> [Finding] {
        do {
            let (status, readable) = try await Inquiry.withStore(of: configuration) { inquiry in
                (JSONNode(try await inquiry.ask(ControlRequest(.get, ["status"]))), inquiry.readable)
            }
            let peace = try StatusReport.peace(status, readable).map { Finding.good("left in peace", $0) }
            let isBalanced = try status.required("balanced").bool()
            let problems = try status.required("problems").elements().compactMap { try Problem($0) }
            return [Examination.store(in: StateFolder(configuration.state))] + Examination.balance(isBalanced)
                + peace + Examination.troubles(problems)
        } catch {
            return [.bad("store", because: error)]
        }
    }

    private static func accounts(_ configuration: Configuration) async -> [Finding] {
        let folder = StateFolder(configuration.state)
        let command = ProgramCommands(of: configuration)
        let clients = HTTPClients()
        var findings: [Finding] = []
        do {
            let accounts = try WatchedAccount.all(of: configuration, in: folder)
            for account in accounts {
                let session = account.session(
                    http: try clients.client(trusting: account.caFile), folder: folder, log: .quiet,
                    loginCommand: command.login(account.name))
                findings += await Patience.during("asking \(account.server.origin)") {
                    await Examination.account(account, session, command: command.login(account.name))
                }
            }
            let unreadable = UnreadableSession.all(of: configuration, in: folder)
            findings += unreadable.map { .unreadable($0, command) }
            findings += Examination.missing(
                accounts: accounts.count + unreadable.count, targets: configuration.targets.count, command)
        } catch {
            findings.append(.bad("accounts", because: error))
        }
        await clients.close()
        return findings
    }

    // MARK: How it is shown

    private static func show(_ finding: Finding, _ context: CommandContext) {
        guard !context.isJSON else { return Output.line(finding.json) }
        let style = Report.style
        let mark =
            switch finding.state {
            case .good: style("good   ", .success)
            case .warning: style("warning", .warning)
            case .bad: style("bad    ", .error)
            }
        Output.line("\(mark)  \(finding.name): \(finding.message.harmless)")
        if let hint = finding.hint, !hint.isEmpty { Output.line("         \(hint.harmless)") }
    }
}
