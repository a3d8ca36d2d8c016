import Testing

@testable import Images

@Suite("Kinds of pictures")
struct PictureKindTests {
    private static let heads: [(PictureKind, [UInt8])] = [
        (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0]), (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        (.gif, Array("GIF89a".utf8)), (.gif, Array("GIF87a".utf8)),
        (.webp, Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8)),
        (.heif, [0, 0, 0, 24] + Array("ftypheic".utf8)), (.heif, [0, 0, 0, 24] + Array("ftypmif1".utf8)),
    ]

    @Test("are told by their first bytes, and by nothing shorter", arguments: heads)
    func kinds(kind: PictureKind, head: [UInt8]) {
        #expect(self.kind(head + [0, 0, 0]) == kind)
        #expect(self.kind(Array(head.prefix(2))) == nil)
    }

    @Test(
        "what is something else is nothing",
        arguments: ["", "GIF88a......", "RIFF0000WAVEfmt ", "%PDF-1.7 ....", "0000ftypisom"])
    func others(text: String) { #expect(kind(Array(text.utf8)) == nil) }

    private func kind(_ bytes: [UInt8]) -> PictureKind? { PictureKind(of: bytes.span) }

    @Test("that can't be read are named in the refusal, with what to do")
    func refusals() {
        for (kind, head) in Self.heads where kind != .jpeg {
            #expect(throws: PictureError.otherKind(kind)) { try JPEGPicture(head) }
        }
        #expect(PictureError.otherKind(.heif).description.hasPrefix("is a HEIF picture, and only JPEG pictures"))
        #expect(PictureError.tooManyPixels(PixelSize(width: 9, height: 8)).description.hasPrefix("has 9 × 8 pixels"))
    }
}
