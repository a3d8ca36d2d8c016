import JSON
import Testing

@testable import SignalRProtocol

@Suite("MessagePack: messages and framing")
struct MessagePackMessageTests {
    private static let add: [UInt8] = [
        0x0D, 0x96, 0x01, 0x80, 0xA1, 0x37, 0xA3, 0x41, 0x64, 0x64, 0x92, 0x02, 0x03, 0x90,
    ]

    /// What the pieces say, one behind the other.
    private func records(_ pieces: [[UInt8]], limit: Int = 1 << 20, hasHandshake: Bool = false) throws -> String {
        var inbound = MessagePackInbound(limit: limit, hasHandshake: hasHandshake)
        var records: [UInt8] = []
        for piece in pieces { try inbound.append(piece.span, to: &records) }
        try inbound.finish()
        return String(decoding: records.map { $0 == 0x1E ? UInt8(ascii: "^") : $0 }, as: UTF8.self)
    }

    private func translated(_ message: [UInt8]) throws -> String { try records([[UInt8(message.count)] + message]) }

    private func refusal(_ bytes: [UInt8], limit: Int = 1 << 20) -> HubProtocolError.Kind? {
        var inbound = MessagePackInbound(limit: limit, hasHandshake: false)
        var records: [UInt8] = []
        do throws(HubProtocolError) { try inbound.append(bytes.span, to: &records) } catch { return error.kind }
        return nil
    }

    @Test("each message is the same in both forms")
    func roundTrip() throws {
        let messages: [HubMessage] = [
            .invocation(InvocationMessage("Add", arguments: json("[2,3]"), id: "7")),
            .invocation(InvocationMessage("Log", arguments: json("[]"))),
            .invocation(InvocationMessage("é", arguments: json(#"[{"a":[null]}]"#), id: "8", streamIDs: ["9", "10"])),
            .streamInvocation(InvocationMessage("Tail", arguments: json("[100]"), id: "12")),
            .streamItem(id: "9", item: json("null")),
            .completion(id: "7", .void), .completion(id: "7", .result(json("null"))),
            .completion(id: "7", .error("no such row")), .cancelInvocation(id: "12"), .ping,
            .close(error: nil, allowReconnect: false), .close(error: "gone", allowReconnect: true),
            .acknowledgement(1394), .sequence(.max), .unknown(type: 99),
        ]
        let bytes = try messages.flatMap { try MessagePackMessage.frames(of: $0.record.span) }
        var read: [UInt8] = []
        var inbound = MessagePackInbound(limit: 1 << 20, hasHandshake: false)
        try inbound.append(bytes.span, to: &read)
        #expect(try SignalRProtocolTests.messages([read]) == messages)
    }

    @Test("the reference's bytes: Add(2, 3) with the id 7, and a ping")
    func examples() throws {
        let call = HubMessage.invocation(InvocationMessage("Add", arguments: json("[2,3]"), id: "7"))
        #expect(try MessagePackMessage.frames(of: call.record.span) == Self.add)
        #expect(try MessagePackMessage.frames(of: HubMessage.ping.record.span) == [0x02, 0x91, 0x06])
        let traced = InvocationMessage("A", arguments: json("[]"), headers: ["b": "c"])
        #expect(
            try MessagePackMessage.frames(of: HubMessage.invocation(traced).record.span)
                == [0x0C, 0x96, 0x01, 0x81, 0xA1, 0x62, 0xA1, 0x63, 0xC0, 0xA1, 0x41, 0x90, 0x90])
        #expect(
            try translated([0x96, 0x01, 0x81, 0xA1, 0x62, 0xA1, 0x63, 0xC0, 0xA1, 0x41, 0x90, 0x90])
                == #"{"type":1,"target":"A","arguments":[],"headers":{"b":"c"},"streamIds":[]}^"#)
    }

    @Test("shorter arrays are taken where older peers send them, longer ones always")
    func lengths() throws {
        #expect(
            try translated([0x95, 0x01, 0x80, 0xC0, 0xA1, 0x74, 0x90]) == #"{"type":1,"target":"t","arguments":[]}^"#)
        #expect(try translated([0x91, 0x07]) == #"{"type":7}^"#)
        #expect(try translated([0x92, 0x07, 0xC0]) == #"{"type":7,"error":null}^"#)
        // Whatever a newer peer puts behind what is known, also what this side could not read.
        #expect(try translated([0x93, 0x06, 0xC1, 0xC1]) == #"{"type":6}^"#)
        #expect(try translated([0x94, 0x03, 0x80, 0xA1, 0x37, 0x02]) == #"{"type":3,"invocationId":"7"}^"#)
    }

    @Test(
        "what is no message is refused",
        arguments: [
            [0x06], [0x80], [0xC1], [0x90], [0x92, 0x01, 0x80], [0x93, 0x02, 0x80, 0xA1, 0x37],
            [0x94, 0x03, 0x80, 0xA1, 0x37, 0x04],
            [0x95, 0x03, 0x80, 0xA1, 0x37, 0x01, 0xC0], [0x94, 0x03, 0x80, 0xA1, 0x37, 0x01], [0x91, 0x08],
        ] as [[UInt8]])
    func refused(_ message: [UInt8]) { #expect(refusal([UInt8(message.count)] + message) != nil) }

    @Test("split at every place, a message is the same")
    func splits() throws {
        let two = Self.add + [0x02, 0x91, 0x06] + Self.add
        let expected = try records([two])
        #expect(expected.count { $0 == "^" } == 3)
        for first in 0...two.count {
            #expect(try records([Array(two[..<first]), Array(two[first...])]) == expected)
        }
        #expect(try records(two.map { [$0] }) == expected)
    }

    @Test("a length takes one to five bytes, also more than it needs")
    func lengthBytes() throws {
        for filler in 0...4 {
            let length = filler == 0 ? [0x02] : [0x82] + [UInt8](repeating: 0x80, count: filler - 1) + [0x00]
            #expect(try records([length + [0x91, 0x06]]) == #"{"type":6}^"#)
            #expect(try records((length + [0x91, 0x06]).map { [$0] }) == #"{"type":6}^"#)
        }
        for count in [127, 128, 16_383, 16_384, 70_000] {
            let item = "\"" + String(repeating: "x", count: count) + "\""
            let frame = try MessagePackMessage.frames(of: HubMessage.streamItem(id: "1", item: json(item)).record.span)
            #expect(try records([frame]) == #"{"type":2,"invocationId":"1","item":\#(item)}^"#)
        }
    }

    @Test("a length that is none, nothing, or too much ends it, before anything is kept")
    func badLengths() {
        #expect(refusal([0x00]) == .malformedMessagePack(MessagePackError(.emptyMessage, at: 0)))
        for bytes: [UInt8] in [[0x80, 0x80, 0x80, 0x80, 0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0x08]] {
            #expect(refusal(bytes) == .malformedMessagePack(MessagePackError(.invalidLength, at: 0)))
        }
        #expect(refusal([0xFF, 0xFF, 0xFF, 0xFF, 0x07]) == .recordTooLong(limit: 1 << 20))
        #expect(refusal([0x0B], limit: 10) == .recordTooLong(limit: 10))
        #expect(refusal([0x0A], limit: 10) == nil)
        #expect(refusal([0x81, 0x80, 0x80]) == nil)
    }

    @Test("what is whole in front of a bad message is there; of the bad one is nothing")
    func inFront() {
        var inbound = MessagePackInbound(limit: 100, hasHandshake: false)
        var records: [UInt8] = []
        let bytes: [UInt8] = [0x02, 0x91, 0x06, 0x03, 0x92, 0x07, 0xC1]
        #expect(throws: HubProtocolError.self) { try inbound.append(bytes.span, to: &records) }
        #expect(String(decoding: records, as: UTF8.self) == "{\"type\":6}\u{1E}")
    }

    @Test("the handshake is JSON, split anywhere, and messages follow at once")
    func handshake() throws {
        let bytes = record("{}^") + [0x02, 0x91, 0x06]
        for first in 0...bytes.count {
            let read = try records([Array(bytes[..<first]), Array(bytes[first...])], hasHandshake: true)
            #expect(read == #"{}^{"type":6}^"#)
        }
        #expect(throws: HubProtocolError(.recordTooLong(limit: 5))) {
            try records([json("123456")], limit: 5, hasHandshake: true)
        }
        var outbound = MessagePackOutbound()
        let request = HubHandshake.Request(protocolName: "messagepack").record
        #expect(try outbound.frames(of: request) == record(#"{"protocol":"messagepack","version":1}^"#))
        #expect(try outbound.frames(of: HubMessage.ping.record) == [0x02, 0x91, 0x06])
    }

    @Test("an end inside a message or a handshake is told")
    func unfinished() {
        #expect(throws: HubProtocolError(.incompleteRecord)) { try records([[0x02, 0x91]]) }
        #expect(throws: HubProtocolError(.incompleteRecord)) { try records([json("{")], hasHandshake: true) }
    }
}
