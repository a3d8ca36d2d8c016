import MQTT

/// What a broker keeps for this program, and what it has to be told so that it keeps what is true and nothing else.
struct RetainedStates {
    /// As the broker has them, from this connection's own messages.
    private var told: [MQTTTopic: [UInt8]] = [:]
    /// Of children that were there before this connection.
    private(set) var found: Set<String> = []

    init() {}

    /// The broker keeps a state of this child.
    mutating func find(_ child: String) { found.insert(child) }

    /// Whether the broker was told something that it is to keep under this name.
    func keeps(_ topic: MQTTTopic) -> Bool { told[topic].map { !$0.isEmpty } ?? false }

    /// Somebody wants to hear all of it again.
    mutating func repeatAll() { told = told.filter { $0.value.isEmpty } }

    /// - Parameters:
    ///   - wanted: all that is to be kept.
    ///   - strays: names of which the broker may keep something from another time; those that are wanted are none.
    /// - Returns: in the order in which they are sent: what somebody else keeps of a thing goes before the thing itself.
    func missing(_ wanted: [MQTTMessage], strays: [MQTTTopic]) -> [MQTTMessage] {
        let topics = Set(wanted.map(\.topic))
        var gone = told.filter { !$0.value.isEmpty && !topics.contains($0.key) }.map(\.key)
        gone += strays.filter { told[$0] == nil && !topics.contains($0) }
        gone.sort { $0.description > $1.description }
        return gone.map { MQTTMessage($0, [], isRetained: true) } + wanted.filter { told[$0.topic] != $0.payload }
    }

    /// The broker has it, or will never take it.
    mutating func note(_ message: MQTTMessage) { told[message.topic] = message.payload }
}
