import Testing
import Values

@testable import MQTT

@Suite("The course of a connection")
struct SessionTests {
    private static let start = ContinuousClock.now
    private static let message = MQTTMessage(MQTTTopic("t")!, [1])

    private static func session(_ properties: MQTTProperties? = MQTTProperties()) -> MQTTSession {
        var session = MQTTSession(MQTTOptions(host: "h", port: 1, clientID: "me"), .five, now: start)
        if let properties { #expect(session.received(.welcome(.success, properties)) == [.open]) }
        return session
    }

    private static let answers: [MQTTAnswer] = [
        .welcome(.success, MQTTProperties()), .welcome(MQTTReason(0x87), MQTTProperties()),
        .acknowledged(id: 1, .success), .subscribed(id: 1, [.success]), .message(message), .pong, .skipped,
        .goodbye(MQTTReason(0x8E)),
    ]

    private static func words(_ actions: [MQTTSession.Action]) -> String {
        actions.map { action in
            switch action {
            case .send: "send"
            case .open: "open"
            case .settle(let id, let reason): "settle \(id) \(reason)"
            case .deliver: "deliver"
            case .end(let error):
                if case .refused(let reason) = error.kind { "end \(reason)" } else { "end \(error.kind)" }
            }
        }.joined(separator: ", ")
    }

    @Test("every answer, in every phase")
    func table() throws {
        let greeting = Self.answers.map { answer in
            var session = Self.session(nil)
            return Self.words(session.received(answer))
        }
        let early = "end protocolViolation"
        #expect(
            greeting == ["open", "end not authorized", early, early, early, early, early, "end session taken over"])
        let open = try Self.answers.map { answer in
            var session = Self.session()
            _ = try session.publish(Self.message, now: Self.start)
            return Self.words(session.received(answer))
        }
        #expect(
            open == [
                early, early, "settle 1 success", "settle 1 success", "deliver", "", "", "end session taken over",
            ])
        for answer in Self.answers {
            var session = Self.session()
            session.connectionEnded()
            #expect(session.received(answer) == [] && session.tick(now: Self.start + .seconds(900)) == [])
            #expect(throws: MQTTError.self) { try session.publish(Self.message, now: Self.start) }
        }
    }

    @Test("one message has one answer, and a number that waits is not given again")
    func numbers() throws {
        var session = Self.session()
        let first = try session.publish(Self.message, now: Self.start).id
        for _ in 1...65_600 {
            let id = try session.publish(Self.message, now: Self.start).id
            #expect(id != first && id != 0)
            #expect(session.received(.acknowledged(id: id, .success)) == [.settle(id: id, .success)])
        }
        #expect(session.received(.acknowledged(id: first, .success)).count == 1)
        #expect(session.received(.acknowledged(id: first, .success)) == [])
        #expect(session.waitingCount == 0)
    }

    @Test("what the broker allows is kept")
    func limits() throws {
        var properties = MQTTProperties()
        (properties.receiveMaximum, properties.maximumPacket, properties.retainAvailable) = (1, 20, false)
        var session = Self.session(properties)
        let large = MQTTMessage(MQTTTopic("t")!, [UInt8](repeating: 1, count: 20))
        #expect(throws: MQTTError(.tooLarge(limit: 20), "the broker takes no more than 20 bytes at once")) {
            try session.publish(large, now: Self.start)
        }
        #expect(throws: MQTTError.self) {
            try session.publish(MQTTMessage(MQTTTopic("t")!, [1], isRetained: true), now: Self.start)
        }
        let id = try session.publish(Self.message, now: Self.start).id
        #expect { try session.publish(Self.message, now: Self.start) } throws: { ($0 as? MQTTError)?.kind == .busy }
        _ = session.received(.acknowledged(id: id, .success))
        _ = try session.publish(Self.message, now: Self.start)

        properties = MQTTProperties()
        properties.maximumQoS = 0
        var deaf = Self.session(nil)
        #expect(Self.words(deaf.received(.welcome(.success, properties))) == "end QoS not supported")
    }

    @Test("silence is noticed: by the broker a ping comes, and by us an end")
    func silence() throws {
        var session = Self.session()
        #expect(session.tick(now: Self.start + .seconds(14)) == [])
        #expect(session.tick(now: Self.start + .seconds(15)) == [.send([0xC0, 0])])
        #expect(session.tick(now: Self.start + .seconds(34)) == [])
        var answered = session
        #expect(answered.received(.pong) == [])
        #expect(answered.tick(now: Self.start + .seconds(36)) == [.send([0xC0, 0])])
        #expect(Self.words(session.tick(now: Self.start + .seconds(35))) == "end timedOut")
        #expect(session.tick(now: Self.start + .seconds(90)) == [])

        var waiting = Self.session()
        _ = try waiting.publish(Self.message, now: Self.start + .seconds(10))
        #expect(waiting.tick(now: Self.start + .seconds(29)).allSatisfy { $0 == .send([0xC0, 0]) })
        #expect(Self.words(waiting.tick(now: Self.start + .seconds(30))) == "end timedOut")
    }

    @Test("a broker's own wish for signs of life is kept where it is shorter")
    func keepAlive() {
        var properties = MQTTProperties()
        properties.serverKeepAlive = 10
        var session = Self.session(properties)
        #expect(session.tick(now: Self.start + .seconds(5)) == [.send([0xC0, 0])])
        #expect(session.tickPeriod == .milliseconds(2_500))
    }

    @Test("names of one place, and of no pattern")
    func topics() {
        for good in ["a", "a/b", "/", "a b", "ä/😀", "$x"] { #expect(MQTTTopic(good)?.description == good) }
        for bad in [
            "", "+", "a/#", "a\u{0}", "a\nb", "\u{7F}", "\u{85}", "\u{FFFF}", String(repeating: "x", count: 65_536),
        ] {
            #expect(MQTTTopic(bad) == nil)
        }
    }
}
