import TestNumbers
import Testing
import Values

@testable import MQTT

@Suite("Bytes of a broker")
struct ReaderTests {
    /// All answers, and what ended them.
    private static func read(
        _ bytes: [UInt8], _ version: MQTTVersion = .five, limit: Int = 1_000, step: Int = .max
    ) -> ([MQTTAnswer], MQTTError?) {
        var reader = MQTTReader(version, limit: limit)
        var answers: [MQTTAnswer] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(step))
            rest = rest.dropFirst(step == .max ? rest.count : step)
            do { try reader.read(piece.span) { answers.append($0) } } catch { return (answers, error) }
        }
        return (answers, nil)
    }

    private static let topic = MQTTTopic("a/b")!
    private static var all: [UInt8] {
        [0x20, 6, 0, 0, 3, 0x21, 0, 20]  // welcome; at most 20 under way
            + [0x40, 2, 0, 7] + [0x40, 3, 0, 8, 0x10] + [0x40, 9, 0, 9, 0x97, 5, 0x1F, 0, 2, 0x6E, 0x6F]
            + [0x90, 5, 0, 1, 0, 0, 0x87] + [0x31, 7, 0, 3, 0x61, 0x2F, 0x62, 0, 0x78] + [0xD0, 0]
            + [0xE0, 1, 0x8B]
    }
    private static var answers: [MQTTAnswer] {
        var properties = MQTTProperties()
        properties.receiveMaximum = 20
        return [
            .welcome(.success, properties), .acknowledged(id: 7, .success),
            .acknowledged(id: 8, MQTTReason(MQTTReason.nobodyListens)),
            .acknowledged(id: 9, MQTTReason(0x97, words: "no")), .subscribed(id: 1, [.success, MQTTReason(0x87)]),
            .message(MQTTMessage(topic, [0x78], isRetained: true)), .pong, .goodbye(MQTTReason(0x8B)),
        ]
    }

    @Test("every packet, whole and in pieces", arguments: [Int.max, 1, 2, 3, 7])
    func packets(_ step: Int) {
        let (answers, error) = Self.read(Self.all, step: step)
        #expect(answers == Self.answers && error == nil)
    }

    @Test("version 3.1.1 has neither properties nor reasons")
    func classic() {
        let bytes: [UInt8] = [0x20, 2, 0, 5, 0x40, 2, 0, 7, 0x90, 3, 0, 1, 0x80, 0x30, 6, 0, 3, 0x61, 0x2F, 0x62, 0x78]
        let (answers, error) = Self.read(bytes, .classic)
        #expect(error == nil)
        #expect(
            answers == [
                .welcome(MQTTReason(0x87), MQTTProperties()), .acknowledged(id: 7, .success),
                .subscribed(id: 1, [MQTTReason(0x80)]), .message(MQTTMessage(Self.topic, [0x78])),
            ])
    }

    @Test("a broker that knows no version 5 says so in its own way")
    func oldBroker() {
        #expect(Self.read([0x20, 2, 0, 1]).0 == [.welcome(MQTTReason(0x84), MQTTProperties())])
    }

    @Test("a message that is too large is skipped, whatever it pretends, and what follows is read")
    func large() {
        let bytes = [0x30] + MQTTWriter.length(5_000) + [UInt8](repeating: 0xD0, count: 5_000) + [0xD0, 0]
        for step in [Int.max, 1, 999] { #expect(Self.read(bytes, step: step).0 == [.skipped, .pong]) }
        // Nothing of it is kept: only its head has come here.
        #expect(Self.read([0x30, 0xFF, 0xFF, 0xFF, 0x7F]).0 == [.skipped])
        #expect(Self.read([0x20, 0xFF, 0xFF, 0xFF, 0x7F]).1?.kind == .protocolViolation)
    }

    @Test(
        "what no broker sends ends in an error",
        arguments: [
            [0x10, 0], [0xF0, 0], [0x20, 1, 0], [0x40, 1, 0], [0x40, 0], [0x30, 1, 0], [0x30, 4, 0, 9, 0x61, 0],
            [0x30, 0xFF, 0xFF, 0xFF, 0xFF], [0x32, 5, 0, 1, 0x61, 0, 1], [0x20, 4, 0, 0, 1, 0x7E],
            [0x20, 5, 0, 0, 9, 0x21, 0], [0xE0, 3, 0x8B, 1, 0x1F],
        ] as [[UInt8]])
    func malformed(_ bytes: [UInt8]) {
        #expect(Self.read(bytes).1?.kind == .protocolViolation)
    }

    @Test("names that are none are nobody's message", arguments: ["a/+", "#", "a\u{0}b", "", "a\nb"])
    func badNames(_ name: String) {
        var writer = MQTTWriter()
        writer.text(name)
        writer.byte(0)
        #expect(Self.read(writer.packet(0x30)).0 == [.skipped])
    }

    @Test("whatever comes, it neither traps nor holds more than its limit")
    func noise() {
        var numbers = SeededNumbers(seed: 14)
        for _ in 0..<3_000 {
            var bytes = Self.all
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                bytes[Int.random(in: bytes.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            for version in MQTTVersion.allCases {
                _ = Self.read(bytes, version, limit: 64, step: .random(in: 1...9, using: &numbers))
            }
        }
    }
}

@Suite("Bytes of a client")
struct RequestTests {
    @Test("a sign-in with all that there is, in both versions")
    func connect() {
        var options = MQTTOptions(host: "h", port: 1, clientID: "me")
        (options.user, options.password) = ("u", Secret("p"))
        options.will = .init(MQTTTopic("s")!, [0x6F], isRetained: true)
        #expect(
            MQTTRequest.connect(options).bytes(.classic)
                == [0x10, 26, 0, 4] + Array("MQTT".utf8) + [
                    4, 0xEE, 0, 30, 0, 2, 0x6D, 0x65, 0, 1, 0x73, 0, 1, 0x6F, 0, 1, 0x75, 0, 1, 0x70,
                ])
        #expect(
            MQTTRequest.connect(options).bytes(.five)
                == [0x10, 33, 0, 4] + Array("MQTT".utf8)
                + [
                    5, 0xEE, 0, 30, 5, 0x27, 0, 1, 0, 0, 0, 2, 0x6D, 0x65, 0, 0, 1, 0x73, 0, 1, 0x6F, 0, 1, 0x75, 0, 1,
                    0x70,
                ])
        options.will = nil
        (options.user, options.password) = (nil, nil)
        #expect(MQTTRequest.connect(options).bytes(.classic)[9] == 2)
    }

    @Test("messages, subscriptions and the small ones")
    func others() {
        let message = MQTTMessage(MQTTTopic("t")!, [0x78], isRetained: true)
        #expect(MQTTRequest.publish(message, id: 258).bytes(.classic) == [0x33, 6, 0, 1, 0x74, 1, 2, 0x78])
        #expect(MQTTRequest.publish(message, id: 258).bytes(.five) == [0x33, 7, 0, 1, 0x74, 1, 2, 0, 0x78])
        #expect(MQTTRequest.subscribe(["a"], id: 1).bytes(.five) == [0x82, 7, 0, 1, 0, 0, 1, 0x61, 0])
        #expect(MQTTRequest.ping.bytes(.five) == [0xC0, 0] && MQTTRequest.disconnect.bytes(.five) == [0xE0, 0])
        #expect(MQTTWriter.length(321) == [0xC1, 2] && MQTTWriter.length(268_435_455) == [0xFF, 0xFF, 0xFF, 0x7F])
    }
}
