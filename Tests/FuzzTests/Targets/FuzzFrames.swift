@testable import WebSockets

/// A peer's frames mean the same however the network cuts them, never more than the limit, and text is UTF-8.
enum FuzzFrames {
    private struct Reading: Equatable {
        var messages: [[UInt8]] = []
        var controls: [WebSocketFrameDecoder.Control] = []
        var violation: WebSocketViolation?
    }

    static func run(_ input: [UInt8]) throws {
        let input = FuzzInput(input)
        let role: WebSocketRole = input.choice & 1 == 0 ? .client : .server
        // Without a limit whatever a header claims is within it.
        let limit = input.choice >> 1 == 0x7F ? .max : [8, 126, 300, 70_000][Int(input.choice >> 1 & 3)]
        let whole = try read([input.payload[...]], role: role, limit: limit)
        let pieces = try read(input.pieces, role: role, limit: limit)
        try promise(whole.messages == pieces.messages, "messages depend on how the bytes are cut")
        try promise(whole.controls == pieces.controls, "control frames depend on how the bytes are cut")
        try promise(whole.violation?.code == pieces.violation?.code, "a violation depends on how the bytes are cut")
        try writeAndRead(whole.messages, role: role)
    }

    private static func read(_ pieces: [ArraySlice<UInt8>], role: WebSocketRole, limit: Int) throws -> Reading {
        var decoder = WebSocketFrameDecoder(role: role, limit: limit)
        var reading = Reading()
        for piece in pieces where reading.violation == nil {
            var output = WebSocketFrameDecoder.Output()
            let bytes = Array(piece)
            do throws(WebSocketViolation) {
                try decoder.decode(bytes.span, into: &output)
            } catch {
                reading.violation = error
            }
            reading.controls += output.controls
            for entry in output.batch.entries {
                let message = Array(output.batch.storage[entry.start..<(entry.start + entry.count)])
                try promise(message.count <= limit, "a message exceeds the limit")
                let isValid = String(validating: message, as: UTF8.self) != nil
                try promise(!entry.isText || isValid, "a text is not UTF-8")
                reading.messages.append(message)
            }
        }
        return reading
    }

    /// What one end writes, the other reads.
    private static func writeAndRead(_ messages: [[UInt8]], role: WebSocketRole) throws {
        var bytes: [UInt8] = []
        for message in messages {
            WebSocketFrame.append(.binary, message, key: role == .client ? nil : 0xA1B2_C3D4, to: &bytes)
        }
        let reading = try read([bytes[...]], role: role, limit: 70_000)
        try promise(reading.messages == messages, "a message changes when it is written and read")
    }
}
