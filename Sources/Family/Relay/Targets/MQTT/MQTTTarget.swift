import JSON
import MQTT
import Store
import Values

/// A broker: what it has confirmed is delivered, as far as anybody can know who does not subscribe there.
struct MQTTTarget: AlertTarget {
    let name: String
    let topics: MQTTTopics
    let link: MQTTLink
    /// Whoever subscribes sees both; the alert's identity tells them.
    let deduplicates = false
    let repeatsBytes = false
    private let redaction: Redaction

    init(name: String, topics: MQTTTopics, link: MQTTLink) {
        (self.name, self.topics, self.link) = (name, topics, link)
        redaction = Redaction(link.place.options.password.map { [$0] } ?? [])
    }

    func body(for alert: RenderedAlert, stored: [UInt8]?) -> [UInt8]? { Self.json(of: alert) }

    /// What Home Assistant's webhook is told, with the word that its events go by.
    static func json(of alert: RenderedAlert) -> [UInt8] {
        HomeAssistantTarget.json(of: alert) {
            $0.set("event_type", alert.digest == nil ? alert.facts.event.rawValue : "digest")
        }
    }

    /// All words that ``json(of:)`` has for what an alert is.
    static let eventTypes = AlertRow.Event.allCases.map(\.rawValue) + ["digest"]

    func deliver(_ alert: RenderedAlert, body: [UInt8]?) async -> Attempt {
        let message = MQTTMessage(topics.alerts, body ?? Self.json(of: alert))
        do throws(MQTTError) {
            return Attempt(Self.verdict(on: try await link.publish(message), version: await link.current?.version))
        } catch {
            return Attempt(error.verdict(within: link.place.addresses) { withoutSecrets($0) })
        }
    }

    func withoutSecrets(_ text: String) -> String { redaction.applied(to: text) }

    func companion(in locale: AlertLocale) -> (any TargetCompanion)? {
        let states = MQTTStates(topics: topics, link: link, locale: locale, redaction: redaction)
        // Sensors are balances and what people typed.
        return locale.hides.isEmpty ? states : states.forbidden
    }

    static func verdict(on reason: MQTTReason, version: MQTTVersion?) -> Verdict {
        // Only version 5 can say it.
        reason.code == MQTTReason.nobodyListens
            ? .delivered("the broker took it, but nobody subscribes to it now")
            : .delivered("the broker took it")
    }
}
