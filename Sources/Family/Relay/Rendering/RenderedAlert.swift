import Cryptography
import Store
import TextFormats
import Values

/// An alert as a target gets it: identities, facts, and the words for people.
///
/// The words are plain text. A target shows them where they are read literally, or escapes them; none of them is markup.
struct RenderedAlert: Sendable, Equatable {
    /// The same at every repeat and every target, without a dot, as Standard Webhooks asks of a `webhook-id`.
    let id: String
    /// The same at every repeat, another one for each target.
    let deliveryID: String
    /// One line without the child's own words.
    let title: String
    /// The template filled in; several lines at most.
    let text: String
    let facts: AlertFacts
    /// An earlier attempt may have arrived.
    let isRepeat: Bool

    /// - Parameter template: the rule's wording; `nil` takes the event's own.
    init(_ facts: AlertFacts, template: Template?, target: String, isRepeat: Bool) {
        let words = template ?? (facts.event == .transaction ? .transaction : .balanceLow)
        self.facts = facts
        self.isRepeat = isRepeat
        id = Self.identity(of: facts.key)
        deliveryID = Self.identity(of: "\(facts.key)|\(target)")
        title = facts.event == .transaction ? "Allowance" : "Low balance"
        text = UserText.cleaned(words.filled(facts.text))
    }

    /// What a person should know about the message itself, in the relay's own words; `nil` for nothing.
    func remark(aboutRepeats: Bool) -> String? {
        switch (facts.isLate, isRepeat && aboutRepeats) {
        case (true, true): "found late; may be a repeat"
        case (true, false): "found late"
        case (false, true): "may be a repeat"
        case (false, false): nil
        }
    }

    private static func identity(of key: String) -> String {
        let digits = Array("0123456789abcdef")
        let hash = SHA256.hash(Array(key.utf8)).prefix(16)
        return "pb_" + String(hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
