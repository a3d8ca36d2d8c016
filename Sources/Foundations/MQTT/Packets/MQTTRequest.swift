import Values

/// Which of the two versions is spoken that brokers know.
package enum MQTTVersion: UInt8, Sendable, CaseIterable {
    case classic = 4
    case five = 5
}

/// What a client sends.
enum MQTTRequest {
    case connect(MQTTOptions)
    case publish(MQTTMessage, id: UInt16)
    case subscribe([String], id: UInt16)
    case ping
    case disconnect

    func bytes(_ version: MQTTVersion) -> [UInt8] {
        var writer = MQTTWriter()
        switch self {
        case .connect(let options): return Self.connect(options, version)
        case .publish(let message, let id):
            writer.text(message.topic.description)
            writer.word(id)
            if version == .five { writer.byte(0) }
            writer.raw(message.payload)
            // QoS 1: the broker says when it has taken it.
            return writer.packet(0x32 | (message.isRetained ? 1 : 0))
        case .subscribe(let filters, let id):
            writer.word(id)
            if version == .five { writer.byte(0) }
            for filter in filters {
                writer.text(filter)
                // QoS 0: what comes needs no answer of ours.
                writer.byte(0)
            }
            return writer.packet(0x82)
        case .ping: return writer.packet(0xC0)
        case .disconnect: return writer.packet(0xE0)
        }
    }

    private static func connect(_ options: MQTTOptions, _ version: MQTTVersion) -> [UInt8] {
        var writer = MQTTWriter()
        writer.text("MQTT")
        writer.byte(version.rawValue)
        let will: UInt8 = options.will.map { $0.isRetained ? 0x2C : 0x0C } ?? 0
        // A clean session: what was under way is the sender's to repeat, who keeps it better than a broker.
        writer.byte((options.user == nil ? 0 : 0x80) | (options.password == nil ? 0 : 0x40) | will | 0x02)
        writer.word(UInt16(clamping: options.keepAlive.components.seconds))
        if version == .five {
            writer.byte(5)
            writer.byte(0x27)
            writer.double(UInt32(clamping: options.largestPacket))
        }
        writer.text(options.clientID)
        if let will = options.will {
            if version == .five { writer.byte(0) }
            writer.text(will.topic.description)
            writer.counted(will.payload)
        }
        if let user = options.user { writer.text(user) }
        options.password?.withText { writer.text($0) }
        return writer.packet(0x10)
    }
}
