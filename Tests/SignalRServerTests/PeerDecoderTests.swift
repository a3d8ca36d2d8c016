import JSON
import SignalRProtocol
import Testing

@testable import SignalRServer

@Suite("Peer decoder")
struct PeerDecoderTests {
    static let separator: UInt8 = 0x1E

    private static func handshake(_ format: HubMessageFormat) -> [UInt8] {
        HubHandshake.Request(protocolName: format.rawValue).record
    }

    private static func bytes(_ messages: [HubMessage], _ format: HubMessageFormat) throws -> [UInt8] {
        let records = messages.flatMap(\.record)
        return format == .json ? records : try MessagePackMessage.frames(of: records.span)
    }

    private static let messages: [HubMessage] = [
        .invocation(
            InvocationMessage("Say", arguments: json(#"["é",1.25,null,{"a":[true]}]"#), id: "1", streamIDs: ["2"])),
        .streamItem(id: "2", item: json("-7")), .completion(id: "2", .void), .completion(id: "s1", .error("no")),
        .completion(id: "s2", .result(json("3"))),
        .streamInvocation(InvocationMessage("Count", arguments: json("[5]"), id: "3")), .cancelInvocation(id: "3"),
        .ping,
        .acknowledgement(4), .sequence(9), .close(error: "bye", allowReconnect: false),
    ]

    private static func read(_ incoming: [PeerDecoder.Incoming]) -> [HubMessage] {
        incoming.compactMap { if case .message(let message, _, _, _) = $0 { message } else { nil } }
    }

    @Test("reads handshake and messages, cut anywhere", arguments: HubMessageFormat.allCases)
    func cut(_ format: HubMessageFormat) throws {
        let all = Self.handshake(format) + (try Self.bytes(Self.messages, format))
        for middle in 0...all.count {
            var decoder = PeerDecoder(limit: 1000, checksUTF8: true)
            var incoming: [PeerDecoder.Incoming] = []
            for part in [Array(all[..<middle]), Array(all[middle...])] {
                try decoder.read(part.span, isText: false, into: &incoming)
            }
            #expect(incoming.first == .handshake(HubHandshake.Request(protocolName: format.rawValue)))
            #expect(Self.read(incoming) == Self.messages)
        }
    }

    @Test("reads a connection that goes on without a handshake", arguments: HubMessageFormat.allCases)
    func resumed(_ format: HubMessageFormat) throws {
        var decoder = PeerDecoder(limit: 1000, resuming: format)
        var incoming: [PeerDecoder.Incoming] = []
        let bytes = try Self.bytes(Self.messages, format)
        try decoder.read(bytes.span, isText: format == .json, into: &incoming)
        #expect(Self.read(incoming) == Self.messages)
    }

    @Test("hands on what came before the mistake", arguments: HubMessageFormat.allCases)
    func mistakes(_ format: HubMessageFormat) throws {
        let broken: [UInt8] = format == .json ? json("{nonsense") + [Self.separator] : [1, 0xC1]
        var decoder = PeerDecoder(limit: 1000, resuming: format)
        var incoming: [PeerDecoder.Incoming] = []
        let bytes = try Self.bytes([.ping], format) + broken + (try Self.bytes([.ping], format))
        #expect(throws: HubProtocolError.self) { try decoder.read(bytes.span, isText: true, into: &incoming) }
        #expect(Self.read(incoming) == [.ping])
    }

    @Test(
        "refuses what is longer than the limit, also when its end does not come", arguments: HubMessageFormat.allCases)
    func limits(_ format: HubMessageFormat) throws {
        let long = HubMessage.invocation(InvocationMessage(String(repeating: "x", count: 200), arguments: json("[]")))
        let bytes = try Self.bytes([long], format)
        for part in [bytes, Array(bytes.dropLast())] {
            var decoder = PeerDecoder(limit: 100, resuming: format)
            var incoming: [PeerDecoder.Incoming] = []
            let error = #expect(throws: HubProtocolError.self) {
                try decoder.read(part.span, isText: true, into: &incoming)
            }
            #expect(error?.kind == .recordTooLong(limit: 100))
        }
        for end in [[], [Self.separator]] as [[UInt8]] {
            var decoder = PeerDecoder(limit: 100)
            var incoming: [PeerDecoder.Incoming] = []
            let error = #expect(throws: HubProtocolError.self) {
                let blanks = [UInt8](repeating: 0x20, count: 101) + end
                try decoder.read(blanks.span, isText: true, into: &incoming)
            }
            #expect(error?.kind == .recordTooLong(limit: 100))
        }
    }

    @Test("checks that JSON is UTF-8 where the transport has not", arguments: [true, false])
    func encoding(_ checksUTF8: Bool) throws {
        let record = json(#"{"type":1,"target":""#) + [0xC3, 0x28] + json(#"","arguments":[]}"#) + [Self.separator]
        var decoder = PeerDecoder(limit: 1000, resuming: .json, checksUTF8: checksUTF8)
        var incoming: [PeerDecoder.Incoming] = []
        #expect(throws: HubProtocolError.self) { try decoder.read(record.span, isText: false, into: &incoming) }
        var fresh = PeerDecoder(limit: 1000, checksUTF8: checksUTF8)
        #expect(throws: HubProtocolError.self) { try fresh.read(record.span, isText: false, into: &incoming) }
        #expect(incoming.isEmpty)
    }
}
