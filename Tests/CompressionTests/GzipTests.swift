import Compression
import Testing

@Suite("Files of gzip")
struct GzipTests {
    @Test(
        "bytes and sum as gzip writes them",
        arguments: ["", "a", "Weekly allowance, weekly allowance, weekly allowance"])
    func format(_ text: String) throws {
        let file = Gzip.compress(Array(text.utf8))
        #expect(file.prefix(4) == [0x1F, 0x8B, 8, 0])
        let length = file.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(length == text.utf8.count)
        var inflater = Inflater(windowBits: 15)
        var read: [UInt8] = []
        // Without head, last block and sums it is what the deflater made, less the mark that the inflater adds by itself.
        let body = Array(file.dropFirst(10).dropLast(10))
        #expect(body.isEmpty || body.suffix(4) == [0, 0, 0xFF, 0xFF])
        try inflater.expand(body.span, into: &read, limit: 1_000)
        #expect(read == Array(text.utf8))
    }

    @Test("the sum is the one of RFC 1952: 'a' has E8B7BE43")
    func sum() {
        let file = Gzip.compress(Array("a".utf8))
        #expect(Array(file.suffix(8).prefix(4)) == [0x43, 0xBE, 0xB7, 0xE8])
    }

    @Test("what repeats gets small, and the same bytes give the same file")
    func size() {
        let page = Array(String(repeating: "<tr><td>3.20</td></tr>", count: 5_000).utf8)
        let file = Gzip.compress(page)
        #expect(file.count < page.count / 50 && Gzip.compress(page) == file)
    }
}
