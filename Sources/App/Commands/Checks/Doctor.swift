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
    /// - Returns: `.unavailable` when anything is bad; a warning alone is a success.
    package static func run(_ context: CommandContext) async -> CommandOutcome {
        do {
            let findings: [Finding]
            switch try await Addressee.find(context) {
            case .program(let program): findings = try await ask(program)
            case .files(let configuration): findings = await examine(configuration)
            }
            for finding in findings { show(finding, context) }
            return findings.contains { $0.state == .bad } ? .unavailable : .success
        } catch {
            return Output.outcome(of: error)
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
    private static func examine(_ configuration: Configuration) async -> [Finding] {
        let findings = Examination.configuration(configuration) + [Examination.timeZones]
        if !StateFolder(configuration.state).isInUse, configuration.file == nil { return findings + [nothing] }
        return await findings + state(configuration) + accounts(configuration) + Examination.desktop(configuration)
    }

    private static var nothing: Finding {
        Finding(
            name: "program", state: .bad,
            message: "no program of yours runs, nobody is signed in, and there is no service",
            hint: "pocketbell login --server https://YOUR-SERVER --email YOU@EXAMPLE.ORG, then: pocketbell run")
    }

    private static func state(_ configuration: Configuration) async -> [Finding] {
        do {
            let isBalanced = try await Inquiry.withStore(of: configuration) { inquiry in
                try await inquiry.ask(ControlRequest(.get, ["status"]))["balanced"] == .bool(true)
            }
            return [
                .good("program", "it does not run; the store can be used"),
                Examination.store(in: StateFolder(configuration.state)), Examination.balance(isBalanced),
            ]
        } catch {
            return [.bad("store", because: error)]
        }
    }

    private static func accounts(_ configuration: Configuration) async -> [Finding] {
        let folder = StateFolder(configuration.state)
        let command = ProgramCommands(isService: false, namedFile: configuration.file)
        let clients = HTTPClients()
        var findings: [Finding] = []
        do {
            let accounts = try WatchedAccount.all(of: configuration, in: folder)
            for account in accounts {
                let session = account.session(
                    http: try clients.client(trusting: account.caFile), folder: folder, log: .quiet)
                findings += await Patience.during("asking \(account.server.origin)") {
                    await Examination.account(account, session, command: command.login(account.name))
                }
            }
            findings += Examination.missing(
                accounts: accounts.count, targets: configuration.targets.count, command)
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
