import JSON

@testable import SignalRProtocol

/// A hub's records mean the same however the transport cuts them, never exceed the limit, and can be written again.
enum FuzzHubRecords {
    private static let limit = 200

    private struct Reading {
        var messages: [HubMessage] = []
        var isRefused = false
    }

    static func run(_ input: [UInt8]) throws {
        let input = FuzzInput(input)
        let whole = read([input.payload[...]])
        let pieces = read(input.pieces)
        try promise(whole.isRefused == pieces.isRefused, "a refusal depends on how the bytes are cut")
        // Bytes that come together are checked to be UTF-8 together, so fewer may get through in front of bad ones.
        let isSame = whole.messages == pieces.messages
        let isPrefix = whole.isRefused && pieces.messages.starts(with: whole.messages)
        try promise(isSame || isPrefix, "messages depend on how the bytes are cut")
        for message in pieces.messages {
            let again = read([message.record[...]], limit: 4 * limit + 4096)
            try promise(again.messages == [message], "a message changes when it is written and read: \(message)")
        }
    }

    private static func read(_ pieces: [ArraySlice<UInt8>], limit: Int = Self.limit) -> Reading {
        var reader = HubRecordReader(limit: limit, checksUTF8: true)
        var reading = Reading()
        for piece in pieces {
            let bytes = Array(piece)
            do throws(HubProtocolError) {
                try reader.append(bytes.span) { bytes throws(HubProtocolError) in
                    var cursor = JSONCursor()
                    while let envelope = try HubEnvelope.next(bytes, &cursor, limit: limit) {
                        reading.messages.append(try HubMessage(envelope, bytes))
                    }
                }
            } catch {
                reading.isRefused = true
                return reading
            }
        }
        return reading
    }
}
