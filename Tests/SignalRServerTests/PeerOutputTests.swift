import JSON
import SignalRProtocol
import Testing

@testable import SignalRServer

@Suite("Peer output")
struct PeerOutputTests {
    private static let now = ContinuousClock.now

    /// Where a connection may be, for a transport that fetches.
    enum Stage: CaseIterable {
        case shut, holding, open, ended
    }

    private func output(_ stage: Stage, _ format: HubMessageFormat = .json, limit: Int = 1000) throws -> PeerOutput {
        var output = PeerOutput(limit: limit, carrier: .queue, now: Self.now)
        guard stage != .shut else { return output }
        output.hold(format, nil)
        guard stage != .holding else { return output }
        try output.open(now: Self.now)
        _ = output.fetch()
        if stage == .ended { output.end(.gone) }
        return output
    }

    private func record(_ number: Int) -> [UInt8] {
        HubMessage.invocation(InvocationMessage("n", arguments: json("[\(number)]"))).record
    }

    @Test(
        "sends what is sent to a client that is in, holds it while it comes in, drops it else",
        arguments: Stage.allCases)
    func stages(_ stage: Stage) throws {
        var output = try output(stage)
        let record = record(1)
        #expect(output.send(record, isTrackable: true, now: Self.now) == .enough)
        let fetched = output.fetch()
        switch stage {
        case .shut, .ended: #expect(fetched == nil && !output.isListed)
        case .open: #expect(fetched == [record] && output.isListed)
        case .holding:
            #expect(fetched == nil && output.isListed)
            try output.open(now: Self.now)
            #expect(output.fetch() == [HubHandshake.response(), record])
        }
    }

    @Test("a client that is in is written to in its own format, but for the handshake")
    func messagePack() throws {
        var output = try output(.holding, .messagePack)
        _ = output.send(record(1), isTrackable: true, now: Self.now)
        try output.open(now: Self.now)
        _ = output.send(record(2), isTrackable: true, now: Self.now)
        let frames = try [1, 2].map { try MessagePackMessage.frames(of: record($0).span) }
        #expect(output.fetch() == [HubHandshake.response()] + frames)
        output.end(.close(error: "enough", allowReconnect: true))
        let last = try MessagePackMessage.frames(
            of: HubMessage.close(error: "enough", allowReconnect: true).record.span)
        #expect(output.fetch() == [last])
    }

    @Test("what can't be written in the client's format is said, not dropped")
    func unwritable() throws {
        let broken = Array("{nonsense".utf8) + [0x1E]
        var output = try output(.open, .messagePack)
        guard case .unwritable = output.send(broken, isTrackable: true, now: Self.now) else {
            return fail("it was written")
        }
        var held = try self.output(.holding, .messagePack)
        #expect(held.send(broken, isTrackable: true, now: Self.now) == .enough)
        #expect(throws: HubProtocolError.self) { try held.open(now: Self.now) }
    }

    @Test("tells senders that can wait at a quarter, and all beyond the limit", arguments: [Stage.holding, .open])
    func room(_ stage: Stage) throws {
        var output = try output(stage, limit: 400)
        let record = [UInt8](repeating: 0x20, count: 100)
        let rooms = (0..<6).map { _ in output.send(record, isTrackable: true, now: Self.now) }
        #expect(rooms == [.enough, .little, .little, .little, .little, .none])
        #expect(output.isFull)
        // One alone may be larger.
        var fresh = try self.output(stage, limit: 10)
        #expect(fresh.send(record, isTrackable: true, now: Self.now) == .little)
    }

    @Test(
        "says the last words that befit the end, once",
        arguments: [
            (
                HubPeerEnding.close(error: "e", allowReconnect: true), Stage.open,
                [#"{"type":7,"error":"e","allowReconnect":true}"#]
            ),
            (.close(error: nil, allowReconnect: false), .open, [#"{"type":7}"#]),
            (.close(error: nil, allowReconnect: false), .holding, [#"{"error":"Handshake was canceled."}"#]),
            (.close(error: "e", allowReconnect: false), .shut, [#"{"error":"e"}"#]),
            (.refuse("no"), .holding, [#"{"error":"no"}"#]), (.refuse("no"), .shut, [#"{"error":"no"}"#]),
            (.cut, .open, []), (.cut, .holding, []), (.gone, .holding, []), (.gone, .shut, []),
        ])
    func lastWords(_ ending: HubPeerEnding, _ stage: Stage, _ words: [String]) throws {
        var output = try output(stage)
        // Held back, it is for a client that comes in; behind a cut nothing is sent.
        if stage == .holding || ending == .cut { _ = output.send(record(1), isTrackable: true, now: Self.now) }
        output.end(ending)
        output.end(.close(error: "again", allowReconnect: true))
        _ = output.send(record(2), isTrackable: true, now: Self.now)
        let said = (output.fetch() ?? []).map { String(decoding: $0.dropLast(), as: UTF8.self) }
        #expect(said == words)
        #expect(output.gate == .ended(isCut: ending == .cut) && output.hasEnded && !output.isFull)
    }

    @Test("keeps what may have to come again, and lets senders wait for the acknowledgement")
    func session() throws {
        var output = PeerOutput(limit: 1000, carrier: .none, now: Self.now)
        output.hold(.json, StatefulSession(limit: 60))
        try output.open(now: Self.now)
        #expect(output.send(record(1), isTrackable: true, now: Self.now) == .enough)
        #expect(output.send(record(2), isTrackable: true, now: Self.now) == .little)
        #expect(output.send(HubMessage.ping.record, isTrackable: false, now: Self.now) == .little)
        #expect(output.session?.keptCount == 2)
        #expect(try output.admits(.acknowledgement, number: 2, bytes: 20, now: Self.now) == false)
        #expect(!output.isFull && output.session?.keptCount == 0)
        #expect(try output.admits(.invocation, number: nil, bytes: 20, now: Self.now))
        #expect(throws: HubProtocolError.self) {
            try output.admits(.sequence, number: 9, bytes: 20, now: Self.now)
        }
        output.end(.gone)
        #expect(try output.admits(.sequence, number: 9, bytes: 20, now: Self.now))
    }
}
