import Terminal
import TestNumbers
import Testing
import TextFormats
import YAML

@Suite("Hostile YAML")
struct YAMLMutationTests {
    private static let seed = """
        # comment
        server: "https://x\\u00e9.example"   # after
        list: [a, {b: c, 'd': "e"}]
        text: |
          block
            more
        folded: >-
          one
          two
        targets:
          - name: phone
            ? key
            : &anchor value
          - *anchor
          - !!str 5
        """

    @Test("any bytes give a tree or diagnostics inside the text, never a crash")
    func mutations() {
        var generator = SeededNumbers(seed: 42)
        let pieces = Array("\n\t :-?[]{},&*!|>'\"%@`#\\~<=\u{0}".utf8) + [0x85, 0xC2, 0xE2, 0xFF, 0xEF, 0xBB]
        for _ in 0..<3_000 {
            var bytes = Array(Self.seed.utf8)
            for _ in 0...Int.random(in: 0...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = pieces.randomElement(using: &generator)!
                case 1: bytes.insert(pieces.randomElement(using: &generator)!, at: place)
                default:
                    bytes.removeSubrange(
                        place..<min(bytes.count - 1, place + Int.random(in: 0...20, using: &generator)))
                }
            }
            do throws(Diagnostics) {
                let document = try YAMLDocument(bytes: bytes, name: "t")
                for mistake in document.mistakes { #expect(document.source.line(mistake.range.start.line) != nil) }
            } catch {
                #expect(!error.all.isEmpty && !DiagnosticRenderer(style: .plain).render(error).isEmpty)
                for mistake in error.all {
                    #expect(error.source.line(mistake.range.start.line) != nil, "\(mistake) in \(bytes)")
                }
            }
        }
    }
}
