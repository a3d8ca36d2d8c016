@testable import WebSockets

/// A server's frames, compressed or not, expand to the same however the network cuts them, to no more than a message or a portion
/// may have, and text is UTF-8.
enum FuzzCompressed {
    private static let batchBytes = 500

    private struct Reading: Equatable {
        var messages: [WebSocketMessage] = []
        var code: Int?
    }

    static func run(_ input: [UInt8]) throws {
        let input = FuzzInput(input)
        let side = DeflateAgreement.Side(
            keepsContext: input.choice & 1 == 1, windowBits: [8, 9, 12, 15][Int(input.choice >> 1 & 3)])
        let limit = [0, 5, 300, 70_000][Int(input.choice >> 3 & 3)]
        let whole = try read([input.payload[...]], side, limit: limit)
        let pieces = try read(input.pieces, side, limit: limit)
        try promise(whole == pieces, "messages or a violation depend on how the bytes are cut")
        try writeAndRead(whole.messages, side)
    }

    private static func read(
        _ pieces: [ArraySlice<UInt8>], _ side: DeflateAgreement.Side, limit: Int
    ) throws -> Reading {
        let length = pieces.reduce(0) { $0 + $1.count }
        var decoder = WebSocketFrameDecoder(
            role: .client, limit: limit, inflater: MessageInflater(side), batchBytes: batchBytes)
        var reading = Reading()
        for piece in pieces where reading.code == nil {
            var bytes = Array(piece)
            repeat {
                var output = WebSocketFrameDecoder.Output()
                do throws(WebSocketViolation) {
                    try decoder.decode(bytes.span, into: &output)
                } catch {
                    reading.code = error.code
                }
                // What came plain is no longer than it came.
                let most = batchBytes + limit + length
                try promise(output.batch.byteCount <= most, "a portion is too large")
                for index in 0..<output.batch.count {
                    let message = output.batch[index]
                    try promise(message.bytes.count <= limit, "a message exceeds the limit")
                    let isValid = String(validating: message.bytes, as: UTF8.self) != nil
                    try promise(!message.isText || isValid, "a text is not UTF-8")
                    reading.messages.append(message)
                }
                bytes = []
            } while decoder.holdsFrames && reading.code == nil
        }
        return reading
    }

    /// What one end compresses, the other expands.
    private static func writeAndRead(_ messages: [WebSocketMessage], _ side: DeflateAgreement.Side) throws {
        guard let deflater = MessageDeflater(side, minimumBytes: 0) else { return }
        var bytes: [UInt8] = []
        for message in messages {
            deflater.withCompressed(message.bytes) { compressed in
                WebSocketFrame.append(
                    message.isText ? .text : .binary, compressed ?? message.bytes, isCompressed: compressed != nil,
                    key: nil, to: &bytes)
            }
        }
        let reading = try read([bytes[...]], side, limit: 70_000)
        try promise(reading == Reading(messages: messages), "a message changes when it is compressed and expanded")
    }
}
