package import Values

/// Which broker, and as whom.
package struct MQTTOptions: Sendable {
    /// A name or an address; an IPv6 address without brackets.
    package var host: String
    package var port: Int
    /// TLS from the first byte; else all goes in the clear.
    package var isEncrypted = false
    /// A PEM file of authorities that are trusted besides the system's.
    package var certificateAuthorities: String?
    package var clientID: String
    package var user: String?
    package var password: Secret?
    /// What the broker publishes when this client is gone without a word.
    package var will: Will?
    /// The broker takes a client for gone that was silent for one and a half of this.
    package var keepAlive = Duration.seconds(30)
    /// From the name lookup to the broker's welcome.
    package var openingLimit = Duration.seconds(15)
    /// For the broker's answer to one message.
    package var answerLimit = Duration.seconds(20)
    /// Bytes of a packet that is read; larger ones are skipped.
    package var largestPacket = 65_536

    package init(host: String, port: Int, clientID: String) {
        (self.host, self.port, self.clientID) = (host, port, clientID)
    }

    /// A message that waits at the broker.
    package struct Will: Sendable, Hashable {
        package let topic: MQTTTopic
        package let payload: [UInt8]
        package let isRetained: Bool

        package init(_ topic: MQTTTopic, _ payload: [UInt8], isRetained: Bool) {
            (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
        }
    }
}
