import Compression
import Testing

@Suite("Deflater")
struct DeflaterTests {
    /// Text that repeats itself now and then, and no two of which are alike.
    static func text(_ count: Int, seed: UInt64) -> [UInt8] {
        var state = seed
        return (0..<count).map { index in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return index % 7 < 4 ? UInt8(ascii: "a") + UInt8(index % 5) : UInt8(state >> 60) + 0x61
        }
    }

    static func expand(_ pieces: [[UInt8]], windowBits: Int = 15) throws -> [UInt8] {
        var inflater = Inflater(windowBits: windowBits)
        var expanded: [UInt8] = []
        for piece in pieces { try inflater.expand(piece.span, into: &expanded, limit: .max) }
        let isWhole = inflater.isBetweenBlocks
        #expect(isWhole)
        return expanded
    }

    @Test("compresses the example of RFC 7692, 7.2.3.1")
    func example() {
        var deflater = Deflater(windowBits: 15)
        var compressed: [UInt8] = []
        deflater.compress(Array("Hello".utf8).span, into: &compressed)
        #expect(compressed == [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00, 0x00, 0xFF, 0xFF])
        // The second time it only says: as before.
        deflater.compress(Array("Hello".utf8).span, into: &compressed)
        #expect(compressed.dropFirst(11) == [0xF2, 0x00, 0x11, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF])
    }

    @Test("each piece can be read at once, with every window", arguments: Deflater.windowBits)
    func pieces(_ bits: Int) throws {
        var deflater = Deflater(windowBits: bits)
        var inflater = Inflater(windowBits: bits)
        for (index, count) in [0, 1, 2, 300, 0, 16_384, 70_000, 1, 300_000].enumerated() {
            let piece = Self.text(count, seed: UInt64(index))
            var compressed: [UInt8] = []
            deflater.compress(piece.span, into: &compressed)
            if count > 0 { #expect(compressed.suffix(4) == [0, 0, 0xFF, 0xFF]) }
            if count > 1000 { #expect(compressed.count < count * 3 / 4) }
            var expanded: [UInt8] = []
            try inflater.expand(compressed.span, into: &expanded, limit: count)
            let isWhole = inflater.isBetweenBlocks
            #expect(isWhole, "piece \(index) as \(compressed.prefix(20))")
            #expect(expanded == piece)
        }
    }

    @Test("one that is made for a piece alone compresses that as well as the largest does", arguments: 1...3)
    func madeToMeasure(_ seed: UInt64) throws {
        for count in [1, 2, 249, 250, 251, 308, 762, 763, 5000, 32_506, 32_507, 100_000] {
            let piece = Self.text(count, seed: seed)
            var (own, largest): ([UInt8], [UInt8]) = ([], [])
            var deflater = Deflater(forOnly: count, windowBits: 15)
            deflater.compress(piece.span, into: &own)
            var other = Deflater(windowBits: 15)
            other.compress(piece.span, into: &largest)
            #expect(own.count <= largest.count + largest.count / 16, "\(count) bytes")
            #expect(try Self.expand([own]) == piece)
        }
    }

    @Test("one that is made for a piece keeps to the reader's window")
    func measureWithinWindow() throws {
        let half = Self.text(5000, seed: 1)
        var deflater = Deflater(forOnly: 10_000, windowBits: 9)
        var compressed: [UInt8] = []
        deflater.compress((half + half).span, into: &compressed)
        #expect(try Self.expand([compressed], windowBits: 9) == half + half)
    }

    @Test("what comes after forgetting can be read without what came before")
    func forgets() throws {
        let piece = Self.text(1000, seed: 1)
        for forgets in [true, false] {
            var deflater = Deflater(windowBits: 15)
            var (first, second): ([UInt8], [UInt8]) = ([], [])
            deflater.compress(piece.span, into: &first)
            if forgets { deflater.forget() }
            deflater.compress(piece.span, into: &second)
            #expect((second.count < 30) == !forgets)
            if forgets {
                #expect(try Self.expand([second]) == piece)
            } else {
                #expect(throws: DecompressionError.corrupt("invalid distance too far back")) {
                    try Self.expand([second])
                }
            }
            // Who knows the first can read the second in any case.
            #expect(try Self.expand([first, second]) == piece + piece)
        }
    }
}
