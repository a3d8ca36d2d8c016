/// The name under which a message is published, checked: what was made of a stranger's text names one place and no pattern.
package struct MQTTTopic: Sendable, Hashable, CustomStringConvertible {
    /// As it is sent.
    package let description: String

    /// `nil` for what is no name of one place: nothing, more than a broker takes, a pattern's `+` or `#`, a control character.
    package init?(_ text: String) {
        guard 1...65_535 ~= text.utf8.count,
            text.unicodeScalars.allSatisfy({
                $0 != "+" && $0 != "#" && $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) && $0.value & 0xFFFE != 0xFFFE
            })
        else { return nil }
        description = text
    }
}

/// Bytes under a topic.
package struct MQTTMessage: Sendable, Equatable {
    package let topic: MQTTTopic
    package var payload: [UInt8]
    /// The broker keeps it for whoever subscribes later, in place of the one before; without bytes it only forgets that one.
    package var isRetained: Bool

    package init(_ topic: MQTTTopic, _ payload: [UInt8], isRetained: Bool = false) {
        (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
    }
}
