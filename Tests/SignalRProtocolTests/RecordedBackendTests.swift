import JSON
import SignalRProtocol
import Testing

@Suite("Frames of the real backend", .enabled(if: RecordedBackend.folder != nil, "the recordings are not at hand"))
struct RecordedBackendTests {
    static let files = ["hub.json", "hub-more.json", "lifecycle.json", "variants.json"]

    @Test("of every connection are read the same whole, glued together and cut at each byte", arguments: files)
    func replay(_ file: String) throws {
        var shaken = 0
        for connection in try RecordedBackend.connections(in: file) where !connection.received.isEmpty {
            let glued = Array(connection.received.joined())
            let whole = try Replay.outcome(of: connection.received)
            #expect(try Replay.outcome(of: [glued]) == whole, "\(connection.name) glued")
            // Cut at each byte: quadratic, so long recordings are cut in one piece per byte instead.
            #expect(try Replay.outcome(of: glued.map { [$0] }) == whole, "\(connection.name) byte by byte")
            if glued.count < 4_000 {
                for cut in 1..<max(2, glued.count) {
                    #expect(
                        try Replay.outcome(of: [Array(glued[..<cut]), Array(glued[cut...])]) == whole,
                        "\(connection.name) cut at \(cut)")
                }
            }
            if whole.refusal == nil { shaken += 1 }
            #expect(!whole.messages.contains { if case .unknown = $0 { true } else { false } })
        }
        #expect(shaken > 0)
    }

    @Test("hold the messages that the recording is known for")
    func knownMessages() throws {
        let connections = try RecordedBackend.connections(in: "hub.json")
        let outcomes = try connections.filter { !$0.received.isEmpty }.map { try Replay.outcome(of: $0.received) }
        #expect(outcomes.contains { $0.refusal == .handshakeRefused("The protocol 'messagepack' is not supported.") })
        let messages = outcomes.flatMap(\.messages)
        #expect(messages.contains(.ping))
        #expect(messages.contains { if case .close(_, true) = $0 { true } else { false } })
        let targets = Set(messages.compactMap { if case .invocation(let call) = $0 { call.target } else { nil } })
        #expect(targets.isSuperset(of: ["ReceiveNotification", "UnreadCountChanged"]))
    }

    @Test("that our side writes are those that were sent")
    func sent() throws {
        let sent = try RecordedBackend.connections(in: "hub.json").flatMap(\.sent)
        #expect(sent.contains(HubHandshake.Request().record))
        #expect(sent.contains(HubMessage.ping.record))
    }
}

/// A client's reading of one connection.
private struct Replay {
    struct Outcome: Equatable {
        var refusal: HubProtocolError.Kind?
        var messages: [HubMessage] = []
    }

    static func outcome(of frames: [[UInt8]]) throws -> Outcome {
        var reader = HubRecordReader(limit: limit)
        var outcome = Outcome()
        var isOpen = false
        for frame in frames {
            try reader.append(frame.span) { bytes throws(HubProtocolError) in
                var cursor = JSONCursor()
                if !isOpen {
                    isOpen = true
                    do throws(HubProtocolError) {
                        try HubHandshake.readResponse(bytes, &cursor)
                    } catch {
                        guard case .handshakeRefused = error.kind else { throw error }
                        outcome.refusal = error.kind
                    }
                }
                while let envelope = try HubEnvelope.next(bytes, &cursor, limit: limit) {
                    outcome.messages.append(try HubMessage(envelope, bytes))
                }
            }
        }
        try reader.finish()
        return outcome
    }

    private static let limit = 1 << 20
}
