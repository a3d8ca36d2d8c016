import Compression
import Testing

@Suite("Inflater")
struct InflaterTests {
    private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00, 0x00, 0xFF, 0xFF]

    private static func expand(_ bytes: [UInt8], limit: Int = .max, windowBits: Int = 15) throws -> (
        bytes: [UInt8], isBetweenBlocks: Bool
    ) {
        var inflater = Inflater(windowBits: windowBits)
        var expanded: [UInt8] = []
        try inflater.expand(bytes.span, into: &expanded, limit: limit)
        return (expanded, inflater.isBetweenBlocks)
    }

    @Test("reads bytes in pieces of any size, behind what is there already")
    func pieces() throws {
        for step in 1...Self.hello.count {
            var inflater = Inflater(windowBits: 15)
            var expanded = Array("> ".utf8)
            for start in stride(from: 0, to: Self.hello.count, by: step) {
                let piece = Array(Self.hello[start..<min(start + step, Self.hello.count)])
                try inflater.expand(piece.span, into: &expanded, limit: 5)
            }
            #expect(expanded == Array("> Hello".utf8))
            let isWhole = inflater.isBetweenBlocks
            #expect(isWhole)
        }
    }

    @Test("knows what is not whole", arguments: 1..<hello.count)
    func cut(_ count: Int) throws {
        // Behind the letters, five bytes begin an empty block.
        #expect(try !Self.expand(Array(Self.hello.prefix(count))).isBetweenBlocks)
    }

    @Test("holds no more than its limit, however much a little input expands to")
    func bomb() throws {
        var deflater = Deflater(windowBits: 15)
        var bomb: [UInt8] = []
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        for _ in 0..<64 { deflater.compress(zeros.span, into: &bomb) }
        #expect(bomb.count < 1 << 17)
        for limit in [0, 1, 16_383, 16_384, 16_385, 1 << 20, (64 << 20) - 1] {
            var inflater = Inflater(windowBits: 15)
            var expanded: [UInt8] = []
            #expect(throws: DecompressionError.tooLong) {
                try inflater.expand(bomb.span, into: &expanded, limit: limit)
            }
            #expect(expanded.count <= limit)
            #expect(expanded.capacity <= 2 * limit + 65_536)
        }
        #expect(try Self.expand(bomb, limit: 64 << 20).bytes.count == 64 << 20)
    }

    @Test("the limit is that of what is appended")
    func limit() throws {
        #expect(try Self.expand(Self.hello, limit: 5).bytes == Array("Hello".utf8))
        #expect(throws: DecompressionError.tooLong) { try Self.expand(Self.hello, limit: 4) }
        var inflater = Inflater(windowBits: 15)
        var expanded = [UInt8](repeating: 1, count: 100)
        try inflater.expand(Self.hello.span, into: &expanded, limit: 5)
        #expect(expanded.count == 105)
    }

    @Test("goes on behind the end of a stream, and still knows what came before")
    func severalStreams() throws {
        // RFC 7692, 7.2.3.4: a final block, then an empty one; then once more, now only referring to the first.
        let final: [UInt8] = [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF]
        let asBefore: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF]
        let (bytes, isWhole) = try Self.expand(final + asBefore)
        #expect(bytes == Array("HelloHello".utf8))
        #expect(isWhole)
        #expect(try !Self.expand(Array(final.prefix(7))).isBetweenBlocks)
        // Thousands of them are no burden.
        #expect(try Self.expand([UInt8](repeating: 3, count: 1) + [0]).bytes.isEmpty)
        #expect(try Self.expand((0..<10_000).flatMap { _ in [3, 0] as [UInt8] }).bytes.isEmpty)
    }

    @Test(
        "refuses what is not DEFLATE, in zlib's words",
        arguments: [
            ([0x07], "invalid block type"), ([0x00, 1, 0, 1, 0], "invalid stored block lengths"),
            ([0xF2, 0x00, 0x11, 0x00], "invalid distance too far back"),
        ] as [([UInt8], String)])
    func corrupt(_ bytes: [UInt8], _ reason: String) {
        #expect(throws: DecompressionError.corrupt(reason)) { try Self.expand(bytes) }
    }

    @Test("refuses to look farther back than its window and what it has just expanded")
    func window() throws {
        var deflater = Deflater(windowBits: 15)
        var compressed: [UInt8] = []
        let random = (0..<20_000).map { _ in UInt8.random(in: 0...255) }
        deflater.compress((random + random).span, into: &compressed)
        #expect(try Self.expand(compressed, windowBits: 15).bytes == random + random)
        #expect(throws: DecompressionError.corrupt("invalid distance too far back")) {
            try Self.expand(compressed, windowBits: 9)
        }
    }

    @Test("never traps on random bytes")
    func random() {
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 1...200)).map { _ in UInt8.random(in: 0...255) }
            var inflater = Inflater(windowBits: .random(in: Inflater.windowBits))
            var expanded: [UInt8] = []
            try? inflater.expand(bytes.span, into: &expanded, limit: 1000)
            #expect(expanded.count <= 1000)
        }
    }
}
