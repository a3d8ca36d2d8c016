import Configuration
import Glibc
import Settings
import Terminal
import TextFormats

/// What every command starts from: where the configuration is, and how to answer.
package struct CommandContext: Sendable {
    let configurationFile: String?
    let isJSON: Bool

    package init(configurationFile: String?, isJSON: Bool) {
        self.configurationFile = configurationFile
        self.isJSON = isJSON
    }

    /// Reads the configuration; shows every mistake and returns `nil` if it has one.
    func configuration() -> Configuration? {
        do throws(ConfigurationErrors) {
            return try Configuration.load(path: configurationFile, environment: Self.environment)
        } catch {
            Output.show(error)
            return nil
        }
    }

    /// The same for the watcher, which needs at once what the file only names: secrets of targets, certificates.
    func usableConfiguration() -> Configuration? {
        guard let configuration = configuration() else { return nil }
        if let mistakes = configuration.referents.mistakes(.atStart) {
            Output.show(ConfigurationErrors(mistakes))
            return nil
        }
        return configuration
    }

    /// The process's variables.
    static var environment: [String: String] {
        var variables: [String: String] = [:]
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            let parts = unsafe String(cString: variable).split(separator: "=", maxSplits: 1)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            unsafe next += 1
        }
        return variables
    }
}

extension Output {
    /// Every mistake of a configuration with its place and a caret.
    static func show(_ errors: ConfigurationErrors) {
        let style = TerminalStyle(descriptor: STDERR_FILENO)
        note(errors.rendered(by: DiagnosticRenderer(style: style)))
    }
}
