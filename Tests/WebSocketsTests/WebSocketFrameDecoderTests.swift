import Testing

@testable import WebSockets

@Suite("WebSocket frame decoder")
struct WebSocketFrameDecoderTests {
    /// One thing a decoder found, in order within its kind.
    enum Event: Equatable {
        case message(WebSocketMessage)
        case control(WebSocketFrameDecoder.Control)
    }

    /// A frame as a client sends it, or a server.
    static func frame(_ first: UInt8, _ payload: [UInt8], masked: Bool = true) -> [UInt8] {
        var bytes = [first]
        let maskBit: UInt8 = masked ? 0x80 : 0
        switch payload.count {
        case ..<126: bytes.append(maskBit | UInt8(payload.count))
        case ..<65536: bytes += [maskBit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes +=
                [maskBit | 127, 0, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: payload.count >> (24 - 8 * $0)) }
        }
        let key: [UInt8] = [1, 2, 3, 4]
        return masked ? bytes + key + payload.enumerated().map { $1 ^ key[$0 & 3] } : bytes + payload
    }

    /// Decodes the bytes in pieces of `step`.
    static func decode(
        _ bytes: [UInt8], role: WebSocketRole = .server, limit: Int = 1 << 20, step: Int = 1
    ) throws -> [Event] {
        var decoder = WebSocketFrameDecoder(role: role, limit: limit)
        var events: [Event] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            var output = WebSocketFrameDecoder.Output()
            try decoder.decode(bytes.span.extracting(start..<min(start + step, bytes.count)), into: &output)
            events += output.controls.map { .control($0) }
            events += (0..<output.batch.count).map { .message(output.batch[$0]) }
        }
        return events
    }

    @Test("joins fragments around a ping")
    func fragments() throws {
        let bytes =
            Self.frame(0x01, [0x61]) + Self.frame(0x89, [9]) + Self.frame(0x00, [0x62]) + Self.frame(0x80, [0x63])
        #expect(
            try Self.decode(bytes) == [
                .control(.ping([9])), .message(WebSocketMessage(bytes: Array("abc".utf8), isText: true)),
            ])
    }

    @Test("takes every length form from either role in pieces of any size", arguments: [0, 1, 125, 126, 65535, 65536])
    func lengths(_ count: Int) throws {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let expected = [Event](repeating: .message(WebSocketMessage(bytes: payload, isText: false)), count: 3)
        for role in [WebSocketRole.server, .client] {
            let frame = Self.frame(0x82, payload, masked: role == .server)
            for step in [1, 7, 4096, 1 << 20] {
                #expect(try Self.decode(frame + frame + frame, role: role, step: step) == expected)
            }
        }
    }

    @Test("what one role encodes the other decodes", arguments: [0, 1, 7, 8, 9, 125, 126, 65536])
    func roundTrip(_ count: Int) throws {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for (key, role) in [(UInt32(0x1122_3344), WebSocketRole.server), (nil, .client)] {
            var bytes: [UInt8] = [0x55]
            WebSocketFrame.append(.binary, payload, key: key, to: &bytes)
            let decoded = try Self.decode(Array(bytes.dropFirst()), role: role, step: 1000)
            #expect(decoded == [.message(WebSocketMessage(bytes: payload, isText: false))])
        }
    }

    @Test("checks UTF-8 at every position", arguments: 0..<20)
    func utf8(_ prefix: Int) throws {
        let ascii = [UInt8](repeating: 0x61, count: prefix)
        let good = ascii + Array("é€😀".utf8) + ascii
        #expect(try Self.decode(Self.frame(0x81, good)) == [.message(WebSocketMessage(bytes: good, isText: true))])
        for bad in [[0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0xAF]] as [[UInt8]] {
            #expect(throws: WebSocketViolation(1007, "not UTF-8")) {
                try Self.decode(Self.frame(0x81, ascii + bad + ascii))
            }
        }
    }

    @Test("a character may be split over fragments")
    func splitCharacter() throws {
        let bytes = Self.frame(0x01, [0xC3]) + Self.frame(0x80, [0xA9])
        #expect(try Self.decode(bytes) == [.message(WebSocketMessage(bytes: [0xC3, 0xA9], isText: true))])
    }

    @Test("a client refuses masked frames")
    func maskedFromServer() {
        #expect(throws: WebSocketViolation(1002, "masked frame")) {
            try Self.decode(Self.frame(0x82, [1]), role: .client)
        }
    }

    @Test("reads nothing after a close frame")
    func afterClose() throws {
        let bytes = Self.frame(0x88, []) + Self.frame(0x82, [1])
        #expect(try Self.decode(bytes, step: 100) == [.control(.close(code: 1005, reason: ""))])
    }

    static let violations: [([UInt8], Int)] = [
        (frame(0x82, [1], masked: false), 1002), (frame(0xC2, [1]), 1002), (frame(0xA2, [1]), 1002),
        (frame(0x92, [1]), 1002),
        (frame(0x83, [1]), 1002), (frame(0x8F, [1]), 1002), (frame(0x09, [1]), 1002),
        (frame(0x89, [UInt8](repeating: 0, count: 126)), 1002), (frame(0x80, [1]), 1002),
        (frame(0x02, [1]) + frame(0x82, [1]), 1002), (frame(0x81, [0xFF]), 1007), (frame(0x88, [1]), 1002),
        (frame(0x88, [3, 231]), 1002), (frame(0x88, [3, 237]), 1002), (frame(0x88, [0x03, 0xE8, 0xFF]), 1007),
        ([0x82, 0xFE, 0, 5], 1002), ([0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1002),
        ([0x82, 0xFF, 0, 0, 0, 0, 0x7F, 0, 0, 0, 0, 0, 0, 0], 1009),
    ]

    @Test("answers each violation with its close code", arguments: violations)
    func violation(_ bytes: [UInt8], _ code: Int) {
        #expect { _ = try Self.decode(bytes + [0, 0, 0, 0]) } throws: {
            ($0 as? WebSocketViolation)?.code == code
        }
    }

    @Test("any length that a header can claim is bearable without a limit", arguments: [WebSocketRole.client, .server])
    func longestLength(_ role: WebSocketRole) throws {
        let mask: UInt8 = role == .server ? 0x80 : 0
        for length: UInt64 in [1 << 40, 1 << 62, (1 << 63) - 1] {
            var bytes: [UInt8] = [0x82, mask | 127]
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: length >> shift))
            }
            bytes += [UInt8](repeating: 7, count: 50)
            for step in [1, 3, 14, 100] { #expect(try Self.decode(bytes, role: role, limit: .max, step: step).isEmpty) }
            // After a fragment there is less room than was claimed.
            let fragment = Self.frame(0x02, [1], masked: role == .server)
            let rest = [bytes[0] & 0xF0] + bytes.dropFirst()
            if length == (1 << 63) - 1 {
                #expect(throws: WebSocketViolation(1009, "message too big")) {
                    try Self.decode(fragment + rest, role: role, limit: .max)
                }
            }
        }
    }

    @Test("reads close frames")
    func close() throws {
        #expect(try Self.decode(Self.frame(0x88, [])) == [.control(.close(code: 1005, reason: ""))])
        #expect(try Self.decode(Self.frame(0x88, [0x03, 0xF4, 0x78])) == [.control(.close(code: 1012, reason: "x"))])
    }

    @Test("never traps on random bytes, cut anywhere", arguments: [WebSocketRole.client, .server])
    func random(_ role: WebSocketRole) {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            // Starts like a frame often enough to get past the first checks.
            var bytes = (0..<Int.random(in: 1...300, using: &generator)).map { _ in UInt8.random(in: 0...255) }
            bytes[0] = [0x01, 0x02, 0x80, 0x81, 0x82, 0x88, 0x89].randomElement() ?? 0
            if bytes.count > 1 { bytes[1] = UInt8.random(in: 0...127) | (role == .server ? 0x80 : 0) }
            _ = try? Self.decode(bytes, role: role, limit: 200, step: Int.random(in: 1...300))
        }
    }

    @Test("computes the accept token of the standard's example")
    func token() {
        #expect(WebSocketKey.acceptToken(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }
}
