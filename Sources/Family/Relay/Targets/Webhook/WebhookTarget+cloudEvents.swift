import JSON
import Settings
import TextFormats
import Values

/// What the body of a request looks like.
enum WebhookFormat: Sendable, Equatable {
    /// As Standard Webhooks advises.
    case webhook
    /// An event of CloudEvents 1.0 in its structured mode, with the reference to where it is from.
    case cloudEvents(source: String)

    private enum Word: String, CaseIterable {
        case webhook, cloudevents
    }

    /// What `source` says when it is left out: whoever has several programs tells them apart.
    static let standardSource = "/pocketbell"

    /// Declares the keys.
    init(reading reader: inout SettingsReader) {
        let word: Word = reader.value(
            "format", .choice, default: "webhook",
            help:
                "What the body is: `webhook` as docs/webhook.md has it, or `cloudevents` for an event of CloudEvents 1.0 with "
                + "the same data.")
        let source = reader.optional(
            "source", .eventSource,
            help:
                "For `format: cloudevents`: where its events say that they are from. Left out: `\(Self.standardSource)`."
        )
        reader.require(
            word == .cloudevents, at: "source", "'source' means nothing without 'format: cloudevents'",
            hint: "add it, or take 'source' out")
        self =
            switch word {
            case .webhook: .webhook
            case .cloudevents: .cloudEvents(source: source ?? Self.standardSource)
            }
    }

    var contentType: String {
        switch self {
        case .webhook: "application/json"
        case .cloudEvents: "application/cloudevents+json; charset=UTF-8"
        }
    }
}

extension WebhookTarget {
    /// The webhook's own data in an envelope that event brokers know. Together `source` and `id` are the same at every repeat, by which
    /// they tell one; the data comes last, and in it the mark of a repeat.
    static func cloudEvent(of alert: RenderedAlert, from source: String) -> [UInt8] {
        JSONWriter.object { event in
            event.set("specversion", "1.0")
            event.set("id", alert.id)
            event.set("source", source)
            event.set("type", "pocketbell.\(type(of: alert))")
            if alert.digest == nil, !alert.facts.childID.isEmpty { event.set("subject", alert.facts.childID) }
            event.set("time", moment(of: alert))
            event.set("datacontenttype", "application/json")
            event.object("data") { write(dataOf: alert, to: &$0) }
        }
    }
}

extension TextFormat where Value == String {
    /// A reference as RFC 3986 has it, by its letters.
    fileprivate static var eventSource: TextFormat {
        let shape = TextShape(name: "reference", example: "https://home.example/pocketbell")
            .with { $0.pattern = "^[A-Za-z0-9:/?#@!$&'()*+,;=._~%\\[\\]-]{1,200}$" }
        return TextFormat(shape: shape, placeholder: WebhookFormat.standardSource) { text throws(TextFormatError) in
            let marks = Set(":/?#[]@!$&'()*+,;=-._~%".utf8)
            let isReference = text.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF && $0 < 0x80 || marks.contains($0)
            }
            guard 1...200 ~= text.utf8.count, isReference else {
                throw TextFormatError(
                    "must be an address or a path, of at most 200 letters without blanks",
                    hint: "such as https://home.example/pocketbell")
            }
            return text
        }
    }
}
