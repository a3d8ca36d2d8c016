/// A parser that reads bytes from a stranger, with the promises that hold whatever the bytes are.
///
/// `Tests/Fuzz/run` looks for bytes that break one; ``CorpusTests`` replays those that are kept.
enum FuzzTarget: String, CaseIterable, Sendable {
    case json
    case webSocketFrames = "websocket-frames"
    case webSocketHandshake = "websocket-handshake"
    case webSocketCompressed = "websocket-compressed"
    case httpRequests = "http-requests"
    case negotiate
    case hubRecords = "hub-records"
    case hubHandshake = "hub-handshake"
    case eventStream = "event-stream"
    case messagePack = "message-pack"
    case mqtt
    case picture
    case template

    /// - Throws: ``BrokenPromise``; a trap or a report of the address sanitizer is a find too.
    func run(_ input: [UInt8]) throws {
        switch self {
        case .json: try FuzzJSON.run(input)
        case .webSocketFrames: try FuzzFrames.run(input)
        case .webSocketHandshake: try FuzzWebSocketHandshake.run(input)
        case .webSocketCompressed: try FuzzCompressed.run(input)
        case .httpRequests: try FuzzHTTP.run(input)
        case .negotiate: try FuzzNegotiate.run(input)
        case .hubRecords: try FuzzHubRecords.run(input)
        case .hubHandshake: try FuzzHubHandshake.run(input)
        case .eventStream: try FuzzEventStream.run(input)
        case .messagePack: try FuzzMessagePack.run(input)
        case .mqtt: try FuzzMQTT.run(input)
        case .picture: try FuzzPicture.run(input)
        case .template: try FuzzTemplate.run(input)
        }
    }
}

/// A promise that an input broke.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Fails unless `condition` holds.
func promise(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    guard condition else { throw BrokenPromise(sentence()) }
}
