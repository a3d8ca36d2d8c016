import Testing

@testable import Images

@Suite("A picture made small")
struct JPEGPictureTests {
    private let generous = PictureLimits(bytes: 2_048_000, side: 2_048)

    @Test("its size is told as people see it, without decoding: half of the file is enough for that")
    func size() throws {
        let file = try TestPictures.jpeg(segments: [TestPictures.exif(orientation: 6)])
        #expect(try JPEGPicture(file).size == PixelSize(width: 32, height: 48))
        let scan = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) })
        #expect(try JPEGPicture(Array(file[...(scan + 1)])).size == PixelSize(width: 32, height: 48))
    }

    @Test("is upright whatever its orientation says, in both orders of bytes", arguments: 1...8, [false, true])
    func upright(orientation: UInt16, isLittleEndian: Bool) throws {
        let exif = TestPictures.exif(orientation: orientation, isLittleEndian: isLittleEndian)
        let small = try JPEGPicture(TestPictures.jpeg(segments: [exif])).shrunk(to: generous)
        // What Exif 2.32 says of each number, with red, green, blue, white stored from the top left on.
        let shown: [[TestPictures.Colour]] = [
            [.red, .green, .blue, .white], [.green, .red, .white, .blue], [.white, .blue, .green, .red],
            [.blue, .white, .red, .green], [.red, .blue, .green, .white], [.blue, .red, .white, .green],
            [.white, .green, .blue, .red], [.green, .white, .red, .blue],
        ]
        #expect(try TestPictures.corners(of: small) == shown[Int(orientation) - 1])
        let size = PixelSize(width: 48, height: 32)
        #expect(try TestPictures.head(small).size == (orientation >= 5 ? size.turned : size))
        #expect(try TestPictures.head(small).orientation == .upright)
    }

    @Test("tells nothing of place, owner or thumbnail: no segment of the original's is in it")
    func metadata() throws {
        let secret = Array("48.2083 N, 16.3731 E, Lena's phone".utf8)
        let file =
            try TestPictures.jpeg(segments: [
                TestPictures.exif(orientation: 1),
                TestPictures.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + secret),
                TestPictures.segment(0xED, secret), TestPictures.segment(0xFE, secret),
                TestPictures.segment(0xE2, secret),
            ]) + secret
        let small = try JPEGPicture(file).shrunk(to: generous)
        #expect(!contains(small, secret))
        #expect(!contains(small, Array("Exif".utf8)))
        var segments = JPEGSegments()
        var markers: [UInt8] = []
        while let segment = try segments.next(in: small.span) { markers.append(segment.marker) }
        // JFIF's own head, tables and the frame: nothing that a person or a camera wrote.
        #expect(markers.filter { ![0xE0, 0xDB, 0xC0, 0xC4].contains($0) } == [])
        #expect(small.suffix(2) == [0xFF, 0xD9])
    }

    @Test("what is made is bare, and nothing is that has room for somebody's words")
    func bare() throws {
        #expect(try JPEGPicture(JPEGPicture(TestPictures.jpeg()).shrunk(to: generous)).isBare)
        let jfif = Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 1, 1, 0xFF, 0, 0]
        for segment in [
            TestPictures.exif(orientation: 1), TestPictures.segment(0xE2, []), TestPictures.segment(0xEF, [1]),
            TestPictures.segment(0xFE, []), TestPictures.segment(0xE0, jfif),
        ] {
            #expect(try !JPEGPicture(TestPictures.jpeg(segments: [segment])).isBare)
        }
    }

    @Test("keeps to a side: the largest eighth that does", arguments: [(2_000, 400), (400, 2_000), (300, 300)])
    func side(width: Int, height: Int) throws {
        let file = try TestPictures.jpeg(TestPictures.quarters(width, height))
        let small = try JPEGPicture(file).shrunk(to: PictureLimits(bytes: 2_048_000, side: 1_000))
        let eighths = width == 300 ? 8 : 4
        #expect(try JPEGPicture(small).size == PixelSize(width: width * eighths / 8, height: height * eighths / 8))
        #expect(try TestPictures.corners(of: small) == TestPictures.corners)
    }

    @Test("keeps to a number of bytes, first by quality and then by size, and says when it can't")
    func bytes() throws {
        let picture = try JPEGPicture(TestPictures.jpeg(TestPictures.noise(200, 200)))
        let large = try picture.shrunk(to: generous)
        let poorer = try picture.shrunk(to: PictureLimits(bytes: large.count - 1, side: 2_048))
        #expect(poorer.count < large.count)
        #expect(try JPEGPicture(poorer).size == picture.size)
        let tiny = try picture.shrunk(to: PictureLimits(bytes: 3_000, side: 2_048))
        #expect(tiny.count <= 3_000)
        #expect(try JPEGPicture(tiny).size.longerSide < 200)
        #expect(throws: PictureError.staysTooLarge(limit: 300)) {
            try picture.shrunk(to: PictureLimits(bytes: 300, side: 2_048))
        }
    }

    @Test("one in several passes becomes a plain one")
    func progressive() throws {
        let small = try JPEGPicture(TestPictures.progressive()).shrunk(to: generous)
        #expect(try TestPictures.corners(of: small) == TestPictures.corners)
        #expect(!contains(small, [0xFF, 0xC2]))
    }

    @Test("the same picture makes the same file")
    func same() throws {
        let picture = try JPEGPicture(TestPictures.jpeg())
        #expect(try picture.shrunk(to: generous) == picture.shrunk(to: generous))
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }
}
