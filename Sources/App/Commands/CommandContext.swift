import Configuration
import Daemon
import Settings

/// What every command starts from: where the configuration is, and how to answer.
package struct CommandContext: Sendable {
    let configurationFile: String?
    let isJSON: Bool
    private let wantsOwn: Bool
    private let wantsService: Bool

    /// - Parameters:
    ///   - configurationFile: what `--config` names.
    ///   - isJSON: whether machines read the answer.
    ///   - user: this user's own program is meant.
    ///   - system: the machine's service is meant.
    package init(configurationFile: String?, isJSON: Bool, user: Bool = false, system: Bool = false) {
        self.configurationFile = configurationFile
        self.isJSON = isJSON
        wantsOwn = user
        wantsService = system
    }

    /// What `POCKETBELL_CONFIG` names: the configuration file where the command line has no `--config`.
    package static var environmentFile: String? {
        ProcessEnvironment.variables["POCKETBELL_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Which program a person means.
    enum Choice: Sendable, Equatable {
        /// The one with this file.
        case file
        case user
        case system
        /// Whichever there is.
        case usual
    }

    /// - Throws: where the command line says two different things. What it says counts more than the environment's file.
    func choice() throws(DaemonError) -> Choice {
        let isTyped = configurationFile != nil && configurationFile != Self.environmentFile
        guard [isTyped, wantsOwn, wantsService].count(where: { $0 }) < 2 else {
            throw DaemonError(
                .usage, "--config, --user and --system each name a program", hint: "give one of them, or none")
        }
        if wantsService { return .system }
        if wantsOwn { return .user }
        return configurationFile == nil ? .usual : .file
    }

    /// The configuration of this user's own program, or of the file that was named.
    func ownConfiguration() throws -> Configuration {
        let file = try choice() == .user ? nil : configurationFile
        return try Configuration.load(path: file, environment: ProcessEnvironment.variables)
    }

    /// Which file it is whose configuration has mistakes, and where its program probably has its state.
    var placeDespiteMistakes: (file: String, state: String)? {
        Configuration.place(ofBroken: wantsOwn ? nil : configurationFile, environment: ProcessEnvironment.variables)
            .map { (ProcessEnvironment.complete($0.file), $0.state) }
    }

    /// Reads the configuration; tells every mistake and returns `nil` if it has one.
    ///
    /// - Parameters:
    ///   - looksAround: with the file's own mistakes come those of the files that it names.
    ///   - tell: shows them to whoever typed the command, unless there is a log for them.
    func configuration(
        looksAround: Bool = false, tell: (ConfigurationErrors) -> Void = Output.show
    ) -> Configuration? {
        do throws(ConfigurationErrors) {
            let file = wantsService ? Configuration.serviceFile : wantsOwn ? nil : configurationFile
            return try Configuration.load(
                path: file, environment: ProcessEnvironment.variables, looksAround: looksAround)
        } catch {
            tell(error)
            return nil
        }
    }

    /// The same for the watcher, which needs at once what the file only names: secrets of targets, certificates.
    func usableConfiguration(tell: (ConfigurationErrors) -> Void = Output.show) -> Configuration? {
        guard let configuration = configuration(tell: tell) else { return nil }
        if let mistakes = configuration.referents.mistakes(.atStart) {
            tell(ConfigurationErrors(mistakes))
            return nil
        }
        return configuration
    }
}
