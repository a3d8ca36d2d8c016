import Configuration
import Control
import Daemon
import JSON
package import Relay
import Runtime
import Settings
import Store
import TextFormats
import Values

/// What a preview can be read in, for who only knows commands.
package typealias ReaderLanguage = Language

/// `pocketbell preview`: what a rule would say, by the configuration alone. Nobody is told, and nothing but files is read.
package struct Preview: Sendable {
    private let rule: String
    private let event: String?
    private let target: String?
    private let language: Language?

    /// - Parameters:
    ///   - rule: its name.
    ///   - event: a file with what a webhook would get, `-` for standard input; `nil` takes samples of what the rule tells of.
    ///   - target: one of the rule's; `nil`: all of them.
    ///   - language: instead of the targets' own.
    package init(rule: String, event: String?, target: String?, language: Language?) {
        self.rule = rule
        self.event = event
        self.target = target
        self.language = language
    }

    package func run(_ context: CommandContext) async -> CommandOutcome {
        guard let configuration = context.configuration() else { return .badConfiguration }
        do {
            let shown = PreviewShow(configuration, rule: rule)
            let found = try previews(by: configuration, now: WallClock.system.now)
            if context.isJSON {
                for preview in found { Output.line(shown.json(preview)) }
            } else {
                Output.write(found.map(shown.text).joined(separator: "\n"))
            }
            return .success
        } catch let error as EventFile.Failure {
            Output.problem(error.message.harmless, hint: error.hint)
            return .inputMissing
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// In the order of the rule's targets, of each in the order in which events are told apart.
    func previews(by configuration: Configuration, now: Timestamp) throws -> [PreviewShow.Shown] {
        guard let found = configuration.rules.first(where: { $0.name == rule }) else {
            throw DaemonError(
                .usage, "there is no rule '\(rule.harmless)'",
                hint: nearestHint(to: rule, in: configuration.rules.map(\.name)))
        }
        if let target, !found.to.contains(target) {
            throw DaemonError(
                .usage, "the rule '\(rule)' tells no target '\(target.harmless)'",
                hint: nearestHint(to: target, in: found.to))
        }
        let (relayed, rules) = (Rule(found), RelaySettings(configuration).rules)
        let given = try event.map { try EventFile.event(in: $0) }
        if let given, !relayed.events.contains(given.event) {
            Output.warning("the rule '\(rule)' does not tell of this: its 'events' lack \(given.event.rawValue)")
        }
        let names = target.map { [$0] } ?? found.to
        return names.compactMap { name in configuration.targets.first { $0.name == name } }.flatMap { target in
            let locale = target.locale(in: AlertLocale(configuration)).speaking(language)
            let samples = {
                PreviewEvent.samples(
                    of: relayed, in: locale.language, at: now, readBy: rules.child(reading: target.name))
            }
            return (given.map { [$0] } ?? samples()).map { event in
                let preview = AlertPreview(of: event, by: relayed, at: target, in: locale, now: now)
                return PreviewShow.Shown(preview, rules.trial(of: event, by: relayed))
            }
        }
    }
}
