import CTurboJPEG

@testable import Images

/// Pictures made here: four quarters of plain colours, so that a turn shows, with what a camera writes beside them.
enum TestPictures {
    /// The colours at the corners, row by row.
    static let corners: [Colour] = [.red, .green, .blue, .white]

    /// As far as a test has to tell colours apart.
    enum Colour: UInt32 {
        case red = 0x0000FF
        case green = 0x00FF00
        case blue = 0xFF0000
        case white = 0xFFFFFF
    }

    static func quarters(_ width: Int = 48, _ height: Int = 32) -> Pixels {
        let values = (0..<width * height).map { place in
            let (x, y) = (place % width, place / width)
            return corners[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)].rawValue
        }
        return Pixels(size: PixelSize(width: width, height: height), values: values)
    }

    /// What no JPEG makes small.
    static func noise(_ width: Int, _ height: Int) -> Pixels {
        var state: UInt64 = 42
        let values = (0..<width * height).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt32(truncatingIfNeeded: state >> 40)
        }
        return Pixels(size: PixelSize(width: width, height: height), values: values)
    }

    static func jpeg(_ pixels: Pixels = quarters()) throws -> [UInt8] { try JPEGCodec.encode(pixels, quality: 90) }

    /// The same with segments put before all others.
    static func jpeg(_ pixels: Pixels = quarters(), segments: [[UInt8]]) throws -> [UInt8] {
        var file = try jpeg(pixels)
        file.insert(contentsOf: segments.flatMap(\.self), at: 2)
        return file
    }

    /// In several passes, as pictures of the web often are.
    static func progressive(_ pixels: Pixels = quarters()) -> [UInt8] {
        let handle = tjInitCompress()
        defer { tjDestroy(handle) }
        var (start, count): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
        defer { tjFree(start) }
        _ = pixels.values.withUnsafeBytes { source in
            tjCompress2(
                handle, source.bindMemory(to: UInt8.self).baseAddress, Int32(pixels.size.width), 0,
                Int32(pixels.size.height), Int32(TJPF_RGBX.rawValue), &start, &count, Int32(TJSAMP_444.rawValue), 90,
                TJFLAG_PROGRESSIVE)
        }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }

    /// An Exif segment: the orientation, and a directory of places with a latitude of 48° 12' 30".
    static func exif(orientation: UInt16, isLittleEndian: Bool = false, type: UInt16 = 3, count: UInt32 = 1) -> [UInt8]
    {
        func number(_ value: UInt32, _ bytes: Int) -> [UInt8] {
            let big = (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
            return isLittleEndian ? big.reversed() : big
        }
        func entry(_ tag: UInt32, _ type: UInt32, _ count: UInt32, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
        }
        let first =
            number(2, 2) + entry(0x0112, UInt32(type), count, number(UInt32(orientation), 2))
            + entry(0x8825, 4, 1, number(38, 4)) + number(0, 4)
        let places = number(1, 2) + entry(2, 5, 3, number(56, 4)) + number(0, 4)
        let latitude = [48, 1, 12, 1, 30, 1].flatMap { number($0, 4) }
        let head = (isLittleEndian ? Array("II*\0".utf8) : Array("MM\0*".utf8)) + number(8, 4)
        return segment(0xE1, Array("Exif\0\0".utf8) + head + first + places + latitude)
    }

    /// Lent for a call of its own: a span of a temporary inside of an expectation breaks this compiler.
    static func head(_ file: [UInt8]) throws -> JPEGHead { try JPEGHead(file.span) }

    /// The colours at a file's corners, row by row; `nil` where there is another.
    static func corners(of file: [UInt8]) throws -> [Colour?] {
        let pixels = try JPEGCodec.decode(file.span, to: head(file).size)
        let (width, height) = (pixels.size.width, pixels.size.height)
        return [0, width - 1, (height - 1) * width, height * width - 1].map { place in
            // Halves of each colour are enough: what is stored is not exact.
            let value = pixels.values[place]
            let rounded = (0..<3).map { UInt32(value >> ($0 * 8) & 255 > 127 ? 255 : 0) << ($0 * 8) }.reduce(0, |)
            return Colour(rawValue: rounded)
        }
    }
}
