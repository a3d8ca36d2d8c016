/// What a broker sends.
enum MQTTAnswer: Equatable {
    case welcome(MQTTReason, MQTTProperties)
    case acknowledged(id: UInt16, MQTTReason)
    case subscribed(id: UInt16, [MQTTReason])
    case message(MQTTMessage)
    case pong
    case goodbye(MQTTReason)
    /// A message that is none of ours: larger than anybody reads, or under a name that is none.
    case skipped

    /// - Parameters:
    ///   - head: type and flags.
    ///   - body: all that follows the length.
    init(_ head: UInt8, _ body: ArraySlice<UInt8>, _ version: MQTTVersion) throws(MQTTError) {
        var cursor = MQTTCursor(body)
        switch head >> 4 {
        case 2:
            _ = try cursor.byte()
            let code = try cursor.byte()
            // A broker that knows no version 5 answers to it as it always has.
            guard version == .five, !cursor.isAtEnd else {
                self = .welcome(MQTTReason(classic: code), MQTTProperties())
                return
            }
            let properties = try MQTTProperties(&cursor)
            self = .welcome(MQTTReason(code, words: properties.reasonString), properties)
        case 3: self = try Self.message(head, &cursor, version)
        case 4: self = .acknowledged(id: try cursor.word(), try Self.reason(&cursor, version))
        case 9:
            let id = try cursor.word()
            if version == .five { _ = try MQTTProperties(&cursor) }
            self = .subscribed(id: id, cursor.remaining.map { MQTTReason($0) })
        case 13: self = .pong
        case 14 where version == .five: self = .goodbye(try Self.reason(&cursor, version))
        default: throw .malformed("it sends a packet of type \(head >> 4)")
        }
    }

    /// Left out where it is success and nothing more.
    private static func reason(_ cursor: inout MQTTCursor, _ version: MQTTVersion) throws(MQTTError) -> MQTTReason {
        guard version == .five, !cursor.isAtEnd else { return .success }
        let code = try cursor.byte()
        return MQTTReason(code, words: cursor.isAtEnd ? nil : try MQTTProperties(&cursor).reasonString)
    }

    private static func message(
        _ head: UInt8, _ cursor: inout MQTTCursor, _ version: MQTTVersion
    ) throws(MQTTError) -> MQTTAnswer {
        guard head & 0x06 == 0 else {
            throw .malformed("it sends a message that wants an answer, which nobody asked for")
        }
        let topic = try cursor.text()
        if version == .five { _ = try MQTTProperties(&cursor) }
        guard let topic = MQTTTopic(topic) else { return .skipped }
        return .message(MQTTMessage(topic, cursor.remaining, isRetained: head & 1 == 1))
    }
}
