import Testing

@testable import Images

@Suite("A picture that wants to do harm")
struct HostilePictureTests {
    private let limits = PictureLimits(bytes: 2_048_000, side: 2_048)

    private func shrink(_ file: [UInt8]) throws(PictureError) -> [UInt8] { try JPEGPicture(file).shrunk(to: limits) }

    @Test("cut short at any byte it is refused, plain and in several passes", arguments: [false, true])
    func truncated(isProgressive: Bool) throws {
        let plain = try TestPictures.jpeg(segments: [TestPictures.exif(orientation: 6)])
        let file = isProgressive ? TestPictures.progressive() : plain
        _ = try shrink(file)
        for count in 0..<file.count {
            #expect(throws: PictureError.self, "cut after \(count) of \(file.count) bytes") {
                try shrink(Array(file.prefix(count)))
            }
        }
        #expect(throws: PictureError.cutShort) { try shrink(Array(file.dropLast(2))) }
        #expect(throws: PictureError.notAPicture) { try shrink([]) }
    }

    @Test("with any byte changed it is refused, or a picture of the same size at most comes out")
    func changed() throws {
        let file = try TestPictures.jpeg(segments: [TestPictures.exif(orientation: 6)])
        var taken = 0
        for place in file.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var other = file
                other[place] ^= change
                // A frame that claims to be larger is cut short then, and so refused.
                guard let small = try? shrink(other) else { continue }
                taken += 1
                let size = try JPEGPicture(small).size
                #expect(size.width * size.height <= 48 * 32, "byte \(place) changed by \(change)")
            }
        }
        // Else this shows nothing.
        #expect(taken > 100)
    }

    @Test("that claims more pixels than memory is worth is refused by its head, before memory is taken for them")
    func bomb() throws {
        var file = try TestPictures.jpeg()
        let frame = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xC0]) })
        file.replaceSubrange(frame + 5..<frame + 9, with: [0x3E, 0x80, 0x3E, 0x80])
        let picture = try JPEGPicture(file)
        #expect(picture.size == PixelSize(width: 16_000, height: 16_000))
        #expect(throws: PictureError.tooManyPixels(picture.size)) { try picture.shrunk(to: limits) }
    }

    @Test("with more passes than any camera makes is refused")
    func passes() throws {
        var file = TestPictures.progressive()
        let first = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) })
        let length = Int(file[first + 2]) << 8 | Int(file[first + 3])
        // All bits at once, so that a repetition is no mistake.
        file[first + 1 + length] = 0
        let second = try #require(
            file.indices.dropFirst(first + 2 + length).first { file[$0] == 0xFF && file[$0 + 1] != 0 })
        func repeated(_ count: Int) -> [UInt8] {
            file[..<first] + (0..<count).flatMap { _ in file[first..<second] } + [0xFF, 0xD9]
        }
        #expect(try JPEGPicture(shrink(repeated(400))).size == PixelSize(width: 48, height: 32))
        #expect(throws: PictureError.self) { try shrink(repeated(600)) }
    }

    @Test("the bound of memory counts colours as they are stored")
    func workingBytes() throws {
        #expect(try TestPictures.head(TestPictures.jpeg()).workingBytes == 2 * (48 * 32 + 2 * 24 * 16))
        #expect(try TestPictures.head(TestPictures.progressive()).workingBytes == 2 * 3 * 48 * 32)
    }

    @Test("longer than eight times the side is refused rather than taken apart")
    func panorama() throws {
        let file = try TestPictures.jpeg(TestPictures.quarters(900, 8))
        #expect(throws: PictureError.tooManyPixels(PixelSize(width: 900, height: 8))) {
            try JPEGPicture(file).shrunk(to: PictureLimits(bytes: 1_000, side: 100))
        }
    }

    @Test("whose head makes no sense is refused with what is wrong")
    func heads() throws {
        let file = try TestPictures.jpeg()
        let frame = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xC0]) })
        func with(_ bytes: [UInt8], at place: Int) -> [UInt8] {
            var other = file
            other.replaceSubrange(place..<place + bytes.count, with: bytes)
            return other
        }
        let wrong: [(file: [UInt8], reason: String)] = [
            (with([0, 0], at: frame + 5), "a frame of no size"), (with([9], at: frame + 9), "a frame of 9 colours"),
            (with([0x05], at: frame + 11), "a frame whose colours have no size"),
            (with([0xD9], at: 3), "marker 217 at byte 3"), (with([0], at: 20), "no segment at byte 20"),
            (with([0, 1], at: 4), "a segment without a length at byte 4"),
            ([0xFF, 0xD8, 0xFF, 0xDA], "no frame before the first scan"),
            ([0xFF, 0xD8] + TestPictures.segment(0xC0, [8, 0, 1]), "a frame without a size"),
            (Array(file[..<(frame + 19)]) + file[frame...], "two frames"),
        ]
        for (file, reason) in wrong {
            #expect(throws: PictureError.damaged(reason)) { try JPEGPicture(file) }
        }
    }

    @Test("an orientation that isn't one leaves the picture as it is stored")
    func orientations() throws {
        let strange: [[UInt8]] = [
            TestPictures.exif(orientation: 0), TestPictures.exif(orientation: 9),
            TestPictures.exif(orientation: 6, type: 4), TestPictures.exif(orientation: 6, count: 2),
            TestPictures.segment(0xE1, Array("Exif\0\0MM\0*".utf8)),
            TestPictures.segment(0xE1, Array("Exif\0\0MM\0*".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]),
            TestPictures.segment(0xE1, Array("Exif\0\0XX\0*".utf8) + [0, 0, 0, 8]),
            TestPictures.segment(0xE1, Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0xFF, 0xFF]),
            TestPictures.segment(0xE1, []),
        ]
        for segment in strange {
            let head = try TestPictures.head(TestPictures.jpeg(segments: [segment]))
            #expect(head.orientation == .upright)
        }
    }

    @Test("any bytes after a right beginning are read without harm")
    func random() throws {
        var state: UInt64 = 7
        for _ in 0..<2_000 {
            let noise = (0..<64).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1
                // Many markers, or the first byte would nearly always end it.
                return state >> 62 == 0 ? 0xFF : UInt8(truncatingIfNeeded: state >> 48)
            }
            #expect(throws: PictureError.self) { try shrink([0xFF, 0xD8, 0xFF, 0xE1, 0, 8] + noise) }
        }
    }
}
