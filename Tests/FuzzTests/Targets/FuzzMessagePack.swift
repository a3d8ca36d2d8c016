import JSON

@testable import SignalRProtocol

/// What is taken as MessagePack is JSON, however it is cut; JSON keeps its values on the way there and back.
enum FuzzMessagePack {
    private static let limit = 2_000

    static func run(_ input: [UInt8]) throws {
        let input = FuzzInput(input)
        if input.choice & 1 == 0 {
            try readMessages(input)
        } else {
            try readValue(input.payload)
            try writeValue(input.payload)
        }
    }

    private static func readMessages(_ input: FuzzInput) throws {
        let whole = read([input.payload[...]])
        let pieces = read(input.pieces)
        try promise(whole.records == pieces.records, "records depend on how the bytes are cut")
        try promise(whole.isRefused == pieces.isRefused, "a refusal depends on how the bytes are cut")
        var again: [UInt8] = []
        for record in whole.records.split(separator: HubRecordReader.separator) {
            try promise((try? JSONFragment(parsing: Array(record))) != nil, "a record is not JSON")
            // It may be no message; a message can be said again.
            let record = Array(record) + [HubRecordReader.separator]
            guard let message = message(record) else { continue }
            let frames = try MessagePackMessage.frames(of: message.record.span)
            again.removeAll()
            var inbound = MessagePackInbound(limit: 8 * limit, hasHandshake: false)
            try inbound.append(frames.span, to: &again)
            try promise(self.message(again) == message, "a message changes when it is written and read: \(message)")
        }
    }

    private static func read(_ pieces: [ArraySlice<UInt8>]) -> (records: [UInt8], isRefused: Bool) {
        var inbound = MessagePackInbound(limit: limit, hasHandshake: false)
        var records: [UInt8] = []
        for piece in pieces {
            do throws(HubProtocolError) { try inbound.append(Array(piece).span, to: &records) } catch {
                return (records, true)
            }
        }
        return (records, false)
    }

    /// `nil` for a record that is none, and where a value of it is told differently by the translation.
    private static func message(_ record: [UInt8]) -> HubMessage? {
        var cursor = JSONCursor()
        guard let envelope = try? HubEnvelope.next(record.span, &cursor, limit: 8 * limit) else { return nil }
        return try? HubMessage(envelope, record.span)
    }

    private static func readValue(_ bytes: [UInt8]) throws {
        var reader = MessagePackReader()
        var json: [UInt8] = []
        guard (try? reader.value(bytes.span, to: &json, limit: limit)) != nil else { return }
        try promise(json.count <= limit, "a value is longer than the limit")
        try promise((try? JSONFragment(parsing: json)) != nil, "a value is not JSON")
    }

    private static func writeValue(_ input: [UInt8]) throws {
        guard let fragment = try? JSONFragment(parsing: input) else { return }
        let again = try translated(fragment.bytes)
        try promise(try translated(again) == again, "a translated value is translated once more")
        guard let before = try? JSONValue(parsing: fragment.bytes) else { return }
        try promise(isSame(before, try JSONValue(parsing: again)), "a value changes on its way")
    }

    /// JSON of the MessagePack of JSON.
    private static func translated(_ json: [UInt8]) throws -> [UInt8] {
        var writer = MessagePackWriter()
        var cursor = JSONCursor()
        try writer.write(json.span, &cursor)
        var reader = MessagePackReader()
        var again: [UInt8] = []
        try reader.value(writer.bytes.span, to: &again, limit: 1 << 20)
        try promise(reader.offset == writer.bytes.count, "more is written than read")
        return again
    }

    private static func isSame(_ before: JSONValue, _ after: JSONValue) -> Bool {
        switch (before, after) {
        case (.number(let left), .number(let right)):
            DecimalForm("\(left)".utf8) == DecimalForm("\(right)".utf8)
        case (.number(let left), .string(let right)): "\(left)" == right
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
        case (.object(let left), .object(let right)):
            left.members.count == right.members.count
                && zip(left.members, right.members).allSatisfy { $0.name == $1.name && isSame($0.value, $1.value) }
        default: before == after
        }
    }
}
