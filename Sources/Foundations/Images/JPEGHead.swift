/// What a JPEG file says before its first pixel, read without the library: every length is checked against the file's end.
struct JPEGHead: Equatable {
    /// As it is stored.
    let size: PixelSize
    /// How it has to be turned.
    let orientation: Orientation
    /// What a decoder holds at most: all coefficients, where they come in several passes.
    let workingBytes: Int
    /// Whether there is nothing but what a decoder needs: none of the segments in which programs write what they like.
    let isBare: Bool

    init(_ bytes: Span<UInt8>) throws(PictureError) {
        guard let kind = PictureKind(of: bytes) else { throw .notAPicture }
        guard kind == .jpeg else { throw .otherKind(kind) }
        var segments = JPEGSegments()
        var frame: Frame?
        var (orientation, isBare): (Orientation?, Bool) = (nil, true)
        while let segment = try segments.next(in: bytes) {
            let content = bytes.extracting(segment.content)
            // A thumbnail of JFIF's would make its head longer.
            if 0xE1...0xEF ~= segment.marker || segment.marker == 0xFE { isBare = false }
            if segment.marker == 0xE0, content.count > 14 { isBare = false }
            switch segment.marker {
            case 0xE1 where orientation == nil:
                orientation = EXIFReader(content.indices.map { content[$0] })?.orientation
            // Frames: all of C0 to CF but tables and what JPEG keeps for later.
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard frame == nil else { throw .damaged("two frames") }
                frame = try Frame(content)
            default: break
            }
        }
        guard let frame else { throw .damaged("no frame before the first scan") }
        size = frame.size
        workingBytes = frame.workingBytes
        self.orientation = orientation ?? .upright
        self.isBare = isBare
    }
}

/// The segment that says how large the picture is, and of how many colours.
private struct Frame {
    let size: PixelSize
    let workingBytes: Int

    init(_ content: Span<UInt8>) throws(PictureError) {
        guard content.count >= 6 else { throw .damaged("a frame without a size") }
        func number(_ place: Int) -> Int { Int(content[place]) << 8 | Int(content[place + 1]) }
        size = PixelSize(width: number(3), height: number(1))
        // A height of 0 is one that follows after the picture: no camera writes that.
        guard size.width > 0, size.height > 0 else { throw .damaged("a frame of no size") }
        let count = Int(content[5])
        guard 1...4 ~= count, content.count >= 6 + 3 * count else { throw .damaged("a frame of \(count) colours") }
        let samplings = (0..<count).map { content[7 + 3 * $0] }.map { (across: Int($0 >> 4), down: Int($0 & 15)) }
        guard samplings.allSatisfy({ 1...4 ~= $0.across && 1...4 ~= $0.down }) else {
            throw .damaged("a frame whose colours have no size")
        }
        let whole = samplings.map(\.across).reduce(1, max) * samplings.map(\.down).reduce(1, max)
        let area = size.width * size.height
        let samples = samplings.map { area * $0.across * $0.down / whole }.reduce(0, +)
        // Each coefficient takes two bytes.
        workingBytes = 2 * samples
    }
}

/// Walks a JPEG file's segments up to its first scan.
struct JPEGSegments {
    private var place = 2

    /// - Parameter bytes: the same file each time.
    /// - Returns: `nil` at the first scan.
    mutating func next(in bytes: Span<UInt8>) throws(PictureError) -> (marker: UInt8, content: Range<Int>)? {
        guard try byte(of: bytes) == 0xFF else { throw .damaged("no segment at byte \(place - 1)") }
        var marker = try byte(of: bytes)
        while marker == 0xFF { marker = try byte(of: bytes) }
        switch marker {
        case 0xDA: return nil
        // What has no length: of these only restarts and ends could stand here, and neither makes sense.
        case 0, 1, 0xD0...0xD9: throw .damaged("marker \(marker) at byte \(place - 1)")
        default: break
        }
        let length = Int(try byte(of: bytes)) << 8 | Int(try byte(of: bytes))
        guard length >= 2 else { throw .damaged("a segment without a length at byte \(place - 2)") }
        guard length - 2 <= bytes.count - place else { throw .cutShort }
        defer { place += length - 2 }
        return (marker, place..<place + length - 2)
    }

    private mutating func byte(of bytes: Span<UInt8>) throws(PictureError) -> UInt8 {
        guard place < bytes.count else { throw .cutShort }
        place += 1
        return bytes[place - 1]
    }
}
