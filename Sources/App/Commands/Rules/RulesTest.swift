import Configuration
import Control
import Daemon
import JSON
import Relay
import Settings
import Store
import TextFormats
import Values

/// `pocketbell rules test`: what each rule of a file would make of something, by the file alone. Nobody is told; whether there are
/// such children, its installation says.
package struct RulesTest: Sendable {
    private let file: String
    private let event: String

    /// - Parameters:
    ///   - file: a configuration.
    ///   - event: a file with what a webhook would get; `-` for standard input.
    package init(file: String, event: String) { (self.file, self.event) = (file, event) }

    /// - Returns: `.nobody` where all is well and nobody would be told.
    package func run(isJSON: Bool) async -> CommandOutcome {
        let context = CommandContext(configurationFile: file, isJSON: isJSON)
        guard let configuration = context.configuration() else { return .badConfiguration }
        do throws(EventFile.Failure) {
            let trial = RuleTrialReport(try EventFile.event(in: event), by: configuration)
            if isJSON { trial.json.forEach(Output.line) } else { Output.write(trial.text) }
            for stranger in await strangers(configuration) { Output.warning(stranger) }
            return trial.tellsSomebody ? .success : .nobody
        } catch {
            Output.problem(error.message.harmless, hint: error.hint)
            return .inputMissing
        }
    }

    /// A child of a mistyped name is another one than each that something can be about.
    private func strangers(_ configuration: Configuration) async -> [String] {
        guard ConfigurationCheck.isAtHome(file, configuration), StateFolder(configuration.state).isInUse else {
            return []
        }
        return configuration.strangers(known: await ConfigurationCheck.children(configuration))
    }
}

/// What `rules test` shows.
struct RuleTrialReport {
    private let event: PreviewEvent
    private let configuration: Configuration
    private let words: TellingWords
    private let trial: RuleTrial

    init(_ event: PreviewEvent, by configuration: Configuration) {
        (self.event, self.configuration) = (event, configuration)
        words = TellingWords(configuration: configuration)
        trial = RuleTrial(of: event, by: RelaySettings(configuration).rules)
    }

    var tellsSomebody: Bool { trial.tellsSomebody }

    /// The rules as they stand in the file, each with what it makes of the event.
    private var judged: [(rule: Configuration.Rule, RuleJudgement)] {
        Array(zip(configuration.rules, trial.judgements))
    }

    private func preview(_ delivery: PlannedDelivery, by rule: Rule?) -> AlertPreview? {
        configuration.targets.first { $0.name == delivery.target }.map { target in
            let locale = target.locale(in: AlertLocale(configuration))
            return AlertPreview(of: event, by: rule, at: target, in: locale, now: trial.moment)
        }
    }

    // MARK: For people

    var text: String {
        var lines = judged.flatMap { rule, judgement in
            [heading(rule, judgement)] + said(of: judgement).map { "  " + $0 }
        }
        if !trial.unnamed.isEmpty {
            lines.append("no rule tells of it: so it goes to every target that may know")
            lines += trial.unnamed.flatMap { told($0, by: nil) }.map { "  " + $0 }
        }
        if !tellsSomebody { lines.append("nobody is told") }
        return lines.map { $0.harmless + "\n" }.joined()
    }

    private func said(of judgement: RuleJudgement) -> [String] {
        // Of one rule it is the same at each target.
        let timing = words.lines(judgement.deliveries.first?.timing)
        let outdone = judgement.outdone.map { "\($0): a rule before it tells it there" }
        let dropped = judgement.dropped.map { "\(words.named($0.target)): not told, for \($0.reason.sentence)" }
        return judgement.deliveries.flatMap { told($0, by: judgement.rule) } + timing + outdone + dropped
    }

    private func heading(_ rule: Configuration.Rule, _ judgement: RuleJudgement) -> String {
        guard let refusal = judgement.refusal else { return "\(mark(rule)): it matches" }
        let key = rule.places.place(at: refusal.rawValue).map { " (\($0))" } ?? ""
        return "\(mark(rule)): \(refusal.sentence(of: event.event))\(key)"
    }

    private func mark(_ rule: Configuration.Rule) -> String {
        rule.name + (rule.places.place(at: "name").map { " (\($0))" } ?? "")
    }

    private func told(_ delivery: PlannedDelivery, by rule: Rule?) -> [String] {
        let when = delivery.heldUntil.map { until in
            "held for quiet hours until \(ReadableMoment(until, in: configuration.timeZone, now: trial.moment).english)"
        }
        let isLiving = words.isLiving(at: delivery.target, by: rule?.name)
        let how = (when ?? "told at once") + (isLiving ? ", \(TellingWords.living)" : "")
        let text = preview(delivery, by: rule).map { preview in
            [preview.title + (preview.remark.map { " (\($0))" } ?? "")]
                + preview.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        return ["\(words.named(delivery.target)): \(how)"] + (text ?? []).map { "  " + $0 }
    }

    // MARK: For programs

    /// One object for each rule; where no rule was needed, one without a name.
    var json: [JSONValue] {
        let rules = judged.map { rule, judgement -> JSONValue in
            object(
                rule: rule.name, place: rule.places.place(at: "name"), refusedBy: judgement.refusal?.rawValue,
                told: judgement.deliveries.map { json($0, by: judgement.rule) }, dropped: judgement.dropped,
                outdone: judgement.outdone)
        }
        guard !trial.unnamed.isEmpty else { return rules }
        return rules + [object(rule: nil, place: nil, refusedBy: nil, told: trial.unnamed.map { json($0, by: nil) })]
    }

    private func object(
        rule: String?, place: String?, refusedBy: String?, told: [JSONValue], dropped: [DroppedDelivery] = [],
        outdone: [String] = []
    ) -> JSONValue {
        [
            "rule": .text(rule), "place": .text(place), "matches": .bool(refusedBy == nil),
            "refusedBy": .text(refusedBy), "told": .array(told),
            "dropped": .array(
                dropped.map {
                    [
                        "target": .string($0.target), "people": words.names($0.target),
                        "reason": .word($0.reason.rawValue),
                    ]
                }),
            "outdone": .array(outdone.map { .string($0) }),
        ]
    }

    private func json(_ delivery: PlannedDelivery, by rule: Rule?) -> JSONValue {
        let preview = preview(delivery, by: rule)
        return [
            "target": .string(delivery.target), "people": words.names(delivery.target),
            "heldUntil": .text(delivery.heldUntil?.description), "title": .text(preview?.title),
            "text": .text(preview?.text), "urgency": .text(preview?.urgency.rawValue),
            "living": .bool(words.isLiving(at: delivery.target, by: rule?.name)), "timing": words.json(delivery.timing),
        ]
    }
}
