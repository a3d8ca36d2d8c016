import Configuration
import Control
import Daemon
import HTTPClient
import JSON
import Relay
import Settings
import Store
import TextFormats

/// What `pocketbell config` does.
package enum ConfigurationCheck {
    /// Reads the file as `run` does, and says every mistake or that there is none: also of what it names, as far as this machine and
    /// this user can look at it, and of names that the installation knows better. Nobody is asked over a network.
    ///
    /// - Parameter isTextAlone: what the file names is not looked at, by somebody who cannot see it.
    package static func run(_ context: CommandContext, file: String?, isTextAlone: Bool) async -> CommandOutcome {
        let named = file.map { CommandContext(configurationFile: $0, isJSON: false) } ?? context
        guard let configuration = named.configuration(looksAround: !isTextAlone) else { return .badConfiguration }
        if isTextAlone { return said(configuration) }
        // As `run` and a reload take it: a password is only needed when its account signs in, and is warned of below.
        if let mistakes = configuration.referents.mistakes(.atStart, fromElsewhere: true) {
            Output.show(
                ConfigurationErrors(
                    mistakes,
                    "\(configuration.file ?? "the configuration") is right, but not all that it names can be used here")
            )
            return .badConfiguration
        }
        do throws(RelayError) {
            try RelaySettings.check(configuration)
        } catch {
            return Output.outcome(of: error)
        }
        let plain = configuration.accounts.compactMap { account in
            (try? HTTPURL(account.server)).flatMap { PlainAddress($0, account: account.name)?.sentence }
        }
        let strangers = isAtHome(file, configuration) ? await strangers(configuration) : []
        for warning in plain + RelaySettings.warnings(of: configuration) + noTargets(configuration)
            + Examination.warnings(of: configuration) + strangers
        {
            Output.warning(warning)
        }
        return said(configuration)
    }

    /// The program that runs has a problem of its own for it.
    static func noTargets(_ configuration: Configuration) -> [String] {
        guard configuration.targets.isEmpty else { return [] }
        return [
            configuration.places.sentence(
                "nobody is told anything, since 'targets' is empty; leave the key out for popups on this machine",
                at: "targets")
        ]
    }

    /// Whether who is signed in there is meant by this file: one that lies elsewhere, for another machine perhaps, gets the usual
    /// folder only because it names none.
    static func isAtHome(_ file: String?, _ configuration: Configuration) -> Bool {
        let environment = ProcessEnvironment.variables
        guard let file = file.map(ProcessEnvironment.complete) else { return true }
        return file == Configuration.serviceFile || file == Configuration.ownFile(environment: environment)
            || configuration.state != (try? Configuration.standard(environment: environment))?.state
    }

    /// What the installation of this file knows better: names of children and accounts. Without one nobody can say.
    static func strangers(_ configuration: Configuration) async -> [String] {
        let folder = StateFolder(configuration.state)
        guard folder.isInUse else { return [] }
        let children = await children(configuration)
        let advice =
            configuration.strangers(known: children)
            + ApprovalAdvice(configuration).strangers(signedIn: WatchedAccount.names(in: folder))
            + ApprovalAdvice(configuration).children(WatchedAccount.childLogins(in: folder))
        let listed = configuration.accounts.map(\.name)
        guard !listed.isEmpty else { return advice }
        return advice
            + WatchedAccount.names(in: folder).filter { !listed.contains($0) }.map { name in
                let meant = nearest(to: name, in: listed).map { "; is '\($0)' meant to be the same?" } ?? ""
                return configuration.places.sentence(
                    "somebody is signed in as '\(name)', which 'accounts' does not list, so nobody watches it" + meant,
                    at: "accounts")
            }
    }

    /// Of each that the installation of this file knows its first name, full name and id.
    static func children(_ configuration: Configuration) async -> [[String]] {
        let request = ControlRequest(.get, ["children"])
        let answer: JSONValue?
        if let program = await Addressee.running(in: StateFolder(configuration.state)) {
            answer = try? await Inquiry.with(program) { try await $0.ask(request) }
        } else {
            answer = try? await Inquiry.withStore(of: configuration) { try await $0.ask(request) }
        }
        return NamedChild.all(in: answer).map(\.names)
    }

    private static func said(_ configuration: Configuration) -> CommandOutcome {
        let counts = [
            configuration.accounts.isEmpty
                ? "every account that is signed in" : count(configuration.accounts.count, "account"),
            count(configuration.targets.count, "target"),
            count(configuration.rules.count, "rule"),
        ].joined(separator: ", ")
        if let file = configuration.file {
            Output.line("\(file) is right: \(counts).")
        } else {
            Output.line(
                "There is no configuration file: every account that is signed in is watched, every alert is a popup.")
        }
        return .success
    }

    /// Every key of the file as Markdown, on standard output; needs no configuration.
    package static func printReference() -> CommandOutcome {
        Output.write(ConfigurationPapers.reference)
        return .success
    }

    /// The file's JSON Schema, for editors, on standard output; needs no configuration.
    package static func printSchema() -> CommandOutcome {
        Output.write(ConfigurationPapers.schema)
        return .success
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
