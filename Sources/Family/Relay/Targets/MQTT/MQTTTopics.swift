import Cryptography
import MQTT

/// Under which names a target publishes. What servers and people named is never a part of them as it is.
struct MQTTTopics: Sendable, Hashable {
    /// The beginning of all names; checked by the settings.
    let base: String
    /// Where Home Assistant looks for what there is; `nil` tells it nothing.
    let discovery: String?

    /// Whether the program is there: `online` or `offline`.
    var status: MQTTTopic { topic("\(base)/status") }
    var alerts: MQTTTopic { topic("\(base)/alerts") }
    /// Names of all states, as a subscription has them.
    var states: String { "\(base)/children/+" }
    /// Where Home Assistant says that it has started.
    var birth: MQTTTopic? { discovery.map { topic("\($0)/status") } }
    /// What Home Assistant's ids begin with: letters, digits, `_`.
    var node: String { base.replacing(with: "_") }

    /// - Parameter child: a ``level(_:)``.
    func state(of child: String) -> MQTTTopic { topic("\(base)/children/\(child)") }

    /// The child whose state has this name; `nil` for any other.
    func child(of topic: MQTTTopic) -> String? {
        let prefix = "\(base)/children/"
        guard topic.description.hasPrefix(prefix) else { return nil }
        let child = String(topic.description.dropFirst(prefix.count))
        // Whatever a stranger has put there leads to no other name.
        return Self.isLevel(child) ? child : nil
    }

    /// Where one entity is described; `nil` without discovery.
    func configuration(_ component: String, _ device: String, _ entity: String) -> MQTTTopic? {
        discovery.map { topic("\($0)/\(component)/\(device)/\(entity)/config") }
    }

    /// An id of a server as one level of a name: as it is if that is harmless, else as its digest.
    static func level(_ id: String) -> String {
        guard !isLevel(id) else { return id }
        let digits = Array("0123456789abcdef")
        return "x"
            + String(SHA256.hash(Array(id.utf8)).prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    private static func isLevel(_ text: String) -> Bool {
        1...64 ~= text.utf8.count && text.utf8.allSatisfy { $0.isIdentifier }
    }

    private func topic(_ text: String) -> MQTTTopic {
        guard let topic = MQTTTopic(text) else { preconditionFailure("a topic is made of checked parts: \(text)") }
        return topic
    }
}

extension UInt8 {
    /// What Home Assistant takes in an id.
    fileprivate var isIdentifier: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}

extension String {
    /// Each byte that is none of an id, replaced.
    fileprivate func replacing(with letter: Character) -> String {
        String(utf8.map { $0.isIdentifier && $0 != 0x2D ? Character(Unicode.Scalar($0)) : letter })
    }
}
