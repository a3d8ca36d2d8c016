@testable import MQTT

/// A broker's packets mean the same however the network cuts them, and none leads anywhere that a client must not go.
enum FuzzMQTT {
    private static let limit = 200

    static func run(_ input: [UInt8]) throws {
        let input = FuzzInput(input)
        let version: MQTTVersion = input.choice & 1 == 0 ? .five : .classic
        let (whole, pieces) = (read([input.payload[...]], version), read(input.pieces, version))
        try promise(whole.answers == pieces.answers, "packets depend on how the bytes are cut")
        try promise(whole.isRefused == pieces.isRefused, "a refusal depends on how the bytes are cut")
        var session = MQTTSession(MQTTOptions(host: "h", port: 1, clientID: "me"), version, now: .now)
        var settled: Set<UInt16> = []
        for answer in whole.answers {
            if case .message(let message) = answer {
                try promise(message.payload.count <= limit, "a message exceeds the limit")
                try promise(!message.topic.description.contains { "+#\0\n".contains($0) }, "a pattern is a topic")
            }
            let sent = try? session.publish(MQTTMessage(topic, []), now: .now)
            for case .settle(let id, _) in session.received(answer) {
                try promise(settled.insert(id).inserted, "a message has two answers")
            }
            try promise(sent == nil || session.waitingCount <= whole.answers.count, "more waits than was sent")
        }
    }

    private static let topic: MQTTTopic = {
        guard let topic = MQTTTopic("t") else { preconditionFailure("a constant is no topic") }
        return topic
    }()

    private static func read(
        _ pieces: [ArraySlice<UInt8>], _ version: MQTTVersion
    ) -> (answers: [MQTTAnswer], isRefused: Bool) {
        var reader = MQTTReader(version, limit: limit)
        var answers: [MQTTAnswer] = []
        for piece in pieces {
            let bytes = Array(piece)
            do throws(MQTTError) {
                try reader.read(bytes.span) { answers.append($0) }
            } catch {
                return (answers, true)
            }
        }
        return (answers, false)
    }
}
