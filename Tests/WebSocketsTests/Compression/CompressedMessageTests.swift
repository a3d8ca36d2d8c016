import Testing

@testable import WebSockets

@Suite("Compressed messages")
struct CompressedMessageTests {
    typealias Base = WebSocketFrameDecoderTests
    typealias Event = Base.Event
    typealias Side = DeflateAgreement.Side

    /// The payload of "Hello" (RFC 7692, 7.2.3.1).
    static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

    static func side(keepsContext: Bool = false, windowBits: Int = 15) -> Side {
        Side(keepsContext: keepsContext, windowBits: windowBits)
    }

    /// Decodes what a client sends, in pieces of `step`, as often as the decoder asks for it.
    static func decode(
        _ bytes: [UInt8], role: WebSocketRole = .server, side: Side = side(), limit: Int = 1 << 20, step: Int = 1,
        batchBytes: Int = .max
    ) throws -> [Event] {
        var decoder = WebSocketFrameDecoder(
            role: role, limit: limit, inflater: MessageInflater(side), batchBytes: batchBytes)
        var events: [Event] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            var piece = bytes.span.extracting(start..<min(start + step, bytes.count))
            repeat {
                var output = WebSocketFrameDecoder.Output()
                try decoder.decode(piece, into: &output)
                events += output.controls.map { .control($0) }
                events += (0..<output.batch.count).map { .message(output.batch[$0]) }
                piece = bytes.span.extracting(0..<0)
            } while decoder.holdsFrames
        }
        return events
    }

    static func message(_ text: String) -> Event { .message(WebSocketMessage(bytes: Array(text.utf8), isText: true)) }

    /// One message as an end with such a side sends it; nil if it goes as it is.
    static func compress(_ message: [UInt8], _ side: Side = side()) -> [UInt8]? {
        MessageDeflater(side, minimumBytes: 0)?.withCompressed(message) { $0 }
    }

    @Test("reads the examples of RFC 7692, 7.2.3")
    func examples() throws {
        #expect(try Self.decode(Base.frame(0xC1, Self.hello)) == [Self.message("Hello")])
        // Fragments, with a ping between them.
        let fragments =
            Base.frame(0x41, Array(Self.hello.prefix(3))) + Base.frame(0x89, [7])
            + Base.frame(0x80, Array(Self.hello.dropFirst(3)))
        #expect(try Self.decode(fragments) == [.control(.ping([7])), Self.message("Hello")])
        // With a block that is stored as it is, with a final block, with two blocks.
        for payload in [
            [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],
            [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],
        ] as [[UInt8]] {
            #expect(try Self.decode(Base.frame(0xC1, payload)) == [Self.message("Hello")])
        }
        // The second message refers to the first.
        let both = Base.frame(0xC1, Self.hello) + Base.frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00])
        let keeping = try Self.decode(both, side: Self.side(keepsContext: true))
        #expect(keeping == [Self.message("Hello"), Self.message("Hello")])
        #expect(throws: WebSocketViolation(1007, "not compressed as agreed: invalid distance too far back")) {
            try Self.decode(both)
        }
    }

    @Test("reads empty messages, compressed, plain, and in empty fragments")
    func empty() throws {
        #expect(try Self.decode(Base.frame(0xC1, [0])) == [Self.message("")])
        #expect(
            try Self.decode(Base.frame(0x41, []) + Base.frame(0x00, [0]) + Base.frame(0x80, [])) == [Self.message("")])
        #expect(try Self.decode(Base.frame(0x81, [])) == [Self.message("")])
        #expect(Self.compress([]) == nil)
    }

    @Test("plain messages may stand between compressed ones, and change no context")
    func mixed() throws {
        let bytes =
            Base.frame(0xC1, Self.hello) + Base.frame(0x81, Array("abc".utf8)) + Base.frame(0x01, [0x61])
            + Base.frame(0x80, [0x62]) + Base.frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00])
        #expect(
            try Self.decode(bytes, side: Self.side(keepsContext: true))
                == ["Hello", "abc", "ab", "Hello"].map { Self.message($0) })
    }

    static let violations: [([UInt8], Int)] = [
        // The bit on a continuation, and on each control frame; the other two bits.
        (Base.frame(0x41, [0xF2]) + Base.frame(0xC0, Array(hello.dropFirst())), 1002), (Base.frame(0xC0, hello), 1002),
        (Base.frame(0xC8, []), 1002), (Base.frame(0xC9, []), 1002), (Base.frame(0xCA, []), 1002),
        (Base.frame(0xE1, hello), 1002), (Base.frame(0xD1, hello), 1002), (Base.frame(0xA1, hello), 1002),
        (Base.frame(0x91, hello), 1002), (Base.frame(0x41, hello) + Base.frame(0xC1, hello), 1002),
        // Not DEFLATE, or not whole.
        (Base.frame(0xC1, [0x07]), 1007), (Base.frame(0xC1, []), 1007),
        (Base.frame(0xC1, Array(hello.dropLast())), 1007),
        (Base.frame(0xC1, Array(hello.dropLast(2))), 1007), (Base.frame(0xC1, hello + [0xFF]), 1007),
    ]

    @Test("answers each violation with its close code", arguments: violations)
    func violation(_ bytes: [UInt8], _ code: Int) {
        for step in [1, 3, 1000] {
            #expect { _ = try Self.decode(bytes, step: step) } throws: {
                ($0 as? WebSocketViolation)?.code == code
            }
        }
    }

    @Test("the bit is a violation where compression was not agreed on")
    func notAgreed() {
        #expect(throws: WebSocketViolation(1002, "reserved bits")) { try Base.decode(Base.frame(0xC1, Self.hello)) }
    }

    @Test("text that expands to no UTF-8 is refused, binary is not")
    func utf8() throws {
        let bad = [UInt8](repeating: 0xFF, count: 50)
        let compressed = try #require(Self.compress(bad))
        #expect(throws: WebSocketViolation(1007, "not UTF-8")) { try Self.decode(Base.frame(0xC1, compressed)) }
        let binary = Event.message(WebSocketMessage(bytes: bad, isText: false))
        #expect(try Self.decode(Base.frame(0xC2, compressed)) == [binary])
    }

    @Test("the limit is that of what a message expands to, in one frame or many")
    func limit() throws {
        let zeros = [UInt8](repeating: 0, count: 1000)
        let compressed = try #require(Self.compress(zeros))
        let expected = [Event.message(WebSocketMessage(bytes: zeros, isText: false))]
        for bytes in [
            Base.frame(0xC2, compressed),
            Base.frame(0x42, [compressed[0]]) + Base.frame(0x80, Array(compressed.dropFirst())),
        ] {
            #expect(try Self.decode(bytes, limit: 1000) == expected)
            #expect(throws: WebSocketViolation(1009, "message too big")) { try Self.decode(bytes, limit: 999) }
        }
        // What the compressed bytes themselves may be is bounded too, before they are there.
        let claimed: [UInt8] = [0xC2, 0xFF, 0, 0, 0, 0, 0x7F, 0, 0, 0, 0, 0, 0, 0]
        #expect(throws: WebSocketViolation(1009, "message too big")) { try Self.decode(claimed, limit: 999) }
        let padding = [UInt8]([0, 0, 0, 0xFF, 0xFF])
        let padded = Base.frame(0xC2, (0..<1000).flatMap { _ in padding } + [0])
        #expect(throws: WebSocketViolation(1009, "message too big")) { try Self.decode(padded, limit: 999) }
        let many = (0..<1000).flatMap { Base.frame($0 == 0 ? 0x42 : 0x00, padding) }
        #expect(throws: WebSocketViolation(1009, "message too big")) { try Self.decode(many, limit: 999) }
    }

    @Test("what does not shrink, within the limit, is taken although it has grown a little")
    func grown() throws {
        // As a compressor writes it that does not look: in stored blocks.
        let random = (0..<1000).map { _ in UInt8.random(in: 0...255) }
        let stored = [0x00, 0xE8, 0x03, 0x17, 0xFC] + random + [0x00]
        let expected = [Event.message(WebSocketMessage(bytes: random, isText: false))]
        #expect(try Self.decode(Base.frame(0xC2, stored), limit: 1000) == expected)
        #expect(Self.compress(random) == nil)
    }

    @Test("small frames that expand to much are expanded in portions", arguments: [1, 5, 100, 1 << 20])
    func portions(_ step: Int) throws {
        let zeros = [UInt8](repeating: 0, count: 1000)
        let frame = Base.frame(0xC2, try #require(Self.compress(zeros)))
        let message = Event.message(WebSocketMessage(bytes: zeros, isText: false))
        let bytes = (0..<20).flatMap { _ in frame } + Base.frame(0x89, [1]) + frame + Base.frame(0x88, [])
        for batchBytes in [1, 1000, 1001, 5000, .max] {
            let events = try Self.decode(bytes, step: step, batchBytes: batchBytes)
            #expect(events.count { $0 == message } == 21)
            #expect(events.contains(.control(.ping([1]))))
            #expect(events.contains(.control(.close(code: 1005, reason: ""))))
        }
    }

    @Test("one call expands no more than a portion and a message, whatever has come")
    func boundedPortion() throws {
        let zeros = [UInt8](repeating: 0, count: 10_000)
        let frame = Base.frame(0xC2, try #require(Self.compress(zeros)))
        let bytes = (0..<1000).flatMap { _ in frame }
        var decoder = WebSocketFrameDecoder(
            role: .server, limit: 10_000, inflater: MessageInflater(Self.side()), batchBytes: 50_000)
        var (rest, messages) = (bytes, 0)
        repeat {
            var output = WebSocketFrameDecoder.Output()
            try decoder.decode(rest.span, into: &output)
            #expect(output.batch.byteCount <= 60_000)
            messages += output.batch.count
            rest = []
        } while decoder.holdsFrames
        #expect(messages == 1000)
    }

    @Test("a context that is kept makes the second of two like messages tiny, and forgets what was sent as it is")
    func context() throws {
        let keeping = Self.side(keepsContext: true)
        let deflater = try #require(MessageDeflater(keeping, minimumBytes: 0))
        let text = Array(
            #"{"type":1,"target":"TransactionCreated","arguments":["2f9c","pocket money for the whole of the week","2f9c"]}"#
                .utf8)
        let random = (0..<500).map { _ in UInt8.random(in: 0...255) }
        let sent = [text, text, random, text, text].map { message in
            let compressed = deflater.withCompressed(message) { $0 }
            return (message, compressed)
        }
        #expect(try #require(sent[1].1).count < 12)
        #expect(sent[2].1 == nil)
        // As at the beginning.
        #expect(sent[3].1 == sent[0].1)
        let bytes = sent.flatMap { Base.frame($0.1 == nil ? 0x82 : 0xC2, $0.1 ?? $0.0) }
        let expected = sent.map { Event.message(WebSocketMessage(bytes: $0.0, isText: false)) }
        #expect(try Self.decode(bytes, side: keeping) == expected)
    }

    @Test("any sequence of messages, cut anywhere, comes out as it went in", arguments: [true, false], [true, false])
    func property(_ clientKeeps: Bool, _ serverKeeps: Bool) throws {
        for round in 0..<24 {
            let client = Self.side(keepsContext: clientKeeps, windowBits: [9, 12, 15][round % 3])
            let server = Self.side(keepsContext: serverKeeps, windowBits: [15, 9, 10][round % 3])
            for (role, side) in [(WebSocketRole.server, client), (.client, server)] {
                let deflater = try #require(MessageDeflater(side, minimumBytes: 0))
                let messages = (0..<Int.random(in: 1...12)).map { _ in Self.randomMessage() }
                let bytes = messages.flatMap { Self.frames($0, deflater, masked: role == .server) }
                let events = try Self.decode(
                    bytes, role: role, side: side, limit: 70_000, step: .random(in: 1...bytes.count),
                    batchBytes: [1, 1000, .max][round % 3])
                #expect(events == messages.map { .message($0) })
            }
        }
    }

    /// Empty, random, or text that repeats itself within a message and between them.
    private static func randomMessage() -> WebSocketMessage {
        switch Int.random(in: 0..<5) {
        case 0: WebSocketMessage(bytes: [], isText: .random())
        case 1:
            WebSocketMessage(bytes: (0..<Int.random(in: 1...3000)).map { _ in .random(in: 0...255) }, isText: false)
        default:
            WebSocketMessage(
                bytes: (0..<Int.random(in: 1...1500)).flatMap { _ in
                    Array(["Hello", "é😀", "transaction", #"{"type":1}"#].randomElement()!.utf8)
                }, isText: true)
        }
    }

    /// Compressed if that is shorter, in up to four frames.
    private static func frames(_ message: WebSocketMessage, _ deflater: MessageDeflater, masked: Bool) -> [UInt8] {
        let compressed = deflater.withCompressed(message.bytes) { $0 }
        let payload = compressed ?? message.bytes
        let cuts = ([0, payload.count] + (0..<Int.random(in: 0...3)).map { _ in Int.random(in: 0...payload.count) })
            .sorted()
        var bytes: [UInt8] = []
        for (index, (start, end)) in zip(cuts, cuts.dropFirst()).enumerated() {
            var first: UInt8 = index > 0 ? 0 : (message.isText ? 1 : 2) | (compressed == nil ? 0 : 0x40)
            if index == cuts.count - 2 { first |= 0x80 }
            bytes += Base.frame(first, Array(payload[start..<end]), masked: masked)
        }
        return bytes
    }
}
