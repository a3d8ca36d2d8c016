import Configuration
import Control
import Daemon
import Store

/// `pocketbell` alone: where things stand, and what to type next.
package enum Greeting {
    /// Always a success: nothing was asked that could fail.
    package static func show() async -> CommandOutcome {
        let step = await step(CommandContext(configurationFile: CommandContext.environmentFile, isJSON: false))
        Output.line("PocketBell \(Version.text) tells a family at once what happens to its pocket money.\n")
        Output.line(step.text.lines.map { String($0).harmless }.joined(separator: "\n"))
        Output.line("\nEvery command: pocketbell --help")
        return .success
    }

    static func step(_ context: CommandContext) async -> FirstStep {
        do {
            switch try await Addressee.find(context) {
            case .program(let program): return .look(isService: program.socket == MachineService.socket)
            case .files(let configuration): return try step(configuration)
            }
        } catch let mistakes as ConfigurationErrors {
            return .mend(sentence: "\(mistakes)", command: "pocketbell config check")
        } catch {
            let complaint = Complaint(error)
            return .heed(sentence: complaint.message, hint: complaint.hint)
        }
    }

    private static func step(_ configuration: Configuration) throws -> FirstStep {
        let folder = StateFolder(configuration.state)
        let accounts = try WatchedAccount.all(of: configuration, in: folder)
        if let session = UnreadableSession.all(of: configuration, in: folder).first {
            let command = ProgramCommands(of: configuration).newLogin(session.name)
            return .heed(sentence: session.message, hint: command)
        }
        if accounts.isEmpty { return .setUp }
        if let missing = accounts.first(where: { !$0.isReady(in: folder) }) { return .signIn(account: missing.name) }
        return .start(hasUserUnit: UserUnit.isInstalled)
    }
}

extension String {
    fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
