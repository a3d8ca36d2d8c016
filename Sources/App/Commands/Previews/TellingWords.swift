import Configuration
import Control
import JSON
import Relay
import Store
import TextFormats

/// How a rule tells an alert beside at once and once, and who is told next: what `rules test` and `preview` say of it.
struct TellingWords {
    let configuration: Configuration

    /// Whose target it is.
    func people(of target: String) -> [String] {
        configuration.people.filter { $0.targets.contains(target) }.map(\.name)
    }

    func named(_ target: String) -> String {
        let people = people(of: target)
        return people.isEmpty ? target : "\(target) (\(people.joined(separator: ", ")))"
    }

    /// Whether what a rule tells there changes one message of the child instead of being one of its own.
    ///
    /// - Parameter rule: by its name; `nil` where none was needed.
    func isLiving(at target: String, by rule: String?) -> Bool {
        configuration.rules.contains { $0.name == rule && $0.isLiving }
            && configuration.targets.contains { $0.name == target && $0.edits }
    }

    /// Of an alert that is told so.
    static let living = "in the child's one message, which shows its balance and what came and went last"

    // MARK: For people

    /// - Parameter timing: one delivery's; what it says goes for all of its rule.
    func lines(_ timing: DeliveryTiming?) -> [String] {
        guard let timing else { return [] }
        var lines: [String] = []
        if !timing.unless.isEmpty {
            lines.append("nobody is told while \(timing.unless.map(\.rawValue).joined(separator: " or ")) is open")
        }
        if let group = timing.group {
            lines.append("what follows within \(Self.span(group)) is told together after that")
        }
        if let again = timing.again {
            let most = again.times == 1 ? "once" : "\(again.times) times"
            lines.append("again after \(Self.span(again.every)) until somebody has seen it, at most \(most)")
        }
        return lines
            + timing.ladder.map { rung in
                "if nobody has seen it within \(Self.span(rung.after)): "
                    + rung.targets.map(named).joined(separator: ", ")
            }
    }

    /// In one unit where that says all, else as the file has it.
    private static func span(_ duration: Duration) -> String {
        let text = duration.unitText
        return text.count(where: \.isLetter) == 1 ? ReadableTime.span(duration) : text
    }

    // MARK: For programs

    func names(_ target: String) -> JSONValue { .array(people(of: target).map { .string($0) }) }

    func json(_ timing: DeliveryTiming?) -> JSONValue {
        [
            "unless": .array((timing?.unless ?? []).map { .word($0.rawValue) }), "groupSeconds": seconds(timing?.group),
            "again": timing?.again.map { ["seconds": seconds($0.every), "times": .number(JSONNumberText($0.times))] }
                ?? nil,
            "unlessSeen": .array(
                (timing?.ladder ?? []).map { rung in
                    let told = rung.targets.map { target -> JSONValue in
                        ["target": .string(target), "people": names(target)]
                    }
                    return ["seconds": seconds(rung.after), "told": .array(told)]
                }),
        ]
    }

    private func seconds(_ duration: Duration?) -> JSONValue {
        duration.map { .number(JSONNumberText(Int(clamping: $0.components.seconds))) } ?? nil
    }
}
