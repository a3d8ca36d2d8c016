import Configuration
import Control
import Daemon
import JSON
import Relay
import Store

/// What `preview` shows.
struct PreviewShow {
    /// A rule's words at one of its targets, and how it tells them there.
    struct Shown {
        let preview: AlertPreview
        /// Why nobody there may know; `nil`: they may.
        let dropped: DroppedDelivery.Reason?
        let timing: DeliveryTiming?

        init(_ preview: AlertPreview, _ judgement: RuleJudgement) {
            self.preview = preview
            dropped = judgement.dropped.first { $0.target == preview.target }?.reason
            timing = judgement.deliveries.first { $0.target == preview.target }?.timing
        }
    }

    private let words: TellingWords
    private let rule: String

    init(_ configuration: Configuration, rule: String) {
        words = TellingWords(configuration: configuration)
        self.rule = rule
    }

    func text(_ shown: Shown) -> String {
        let preview = shown.preview
        let people = words.people(of: preview.target).joined(separator: ", ")
        let about = (people.isEmpty ? "" : people + "; ") + "\(preview.kind), \(preview.language.rawValue)"
        return (["\(preview.target) (\(about)), \(preview.event.rawValue):"] + lines(shown).map { "  \($0)" })
            .map { $0.harmless + "\n" }.joined()
    }

    private func lines(_ shown: Shown) -> [String] {
        if let reason = shown.dropped { return ["not told, for \(reason.sentence)"] }
        let preview = shown.preview
        let title = preview.title + (preview.remark.map { " (\($0))" } ?? "")
        let text = preview.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let link = preview.link.map { ["link: \($0)"] } ?? []
        return [title] + text + link + (isLiving(preview) ? [TellingWords.living] : [])
            + words.lines(shown.timing)
    }

    private func isLiving(_ preview: AlertPreview) -> Bool { words.isLiving(at: preview.target, by: rule) }

    func json(_ shown: Shown) -> JSONValue {
        let preview = shown.preview
        return [
            "rule": .string(rule), "target": .string(preview.target), "people": words.names(preview.target),
            "kind": .string(preview.kind),
            "event": .word(preview.event.rawValue), "language": .string(preview.language.rawValue),
            "title": .string(preview.title), "text": .string(preview.text), "remark": .text(preview.remark),
            "urgency": .string(preview.urgency.rawValue), "tags": .array(preview.tags.map { .string($0) }),
            "icon": .text(preview.icon), "link": .text(preview.link), "notTold": .word(shown.dropped?.rawValue),
            "living": .bool(isLiving(preview)), "timing": words.json(shown.timing),
        ]
    }
}
