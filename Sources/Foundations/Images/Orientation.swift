/// How a stored picture has to be turned before people look at it, in the numbers of Exif's tag 0x0112.
enum Orientation: Int, CaseIterable {
    case upright = 1
    case mirrored, upsideDown, mirroredUpsideDown
    case transposed, turnedLeft, transverse, turnedRight

    /// Whether rows become columns.
    private var swapsAxes: Bool { rawValue >= 5 }
    private var readsColumnsBackwards: Bool { [2, 3, 7, 8].contains(rawValue) }
    private var readsRowsBackwards: Bool { [3, 4, 6, 7].contains(rawValue) }

    /// The size of the picture as people see it.
    func shown(_ stored: PixelSize) -> PixelSize { swapsAxes ? stored.turned : stored }

    /// The pixels as people see them.
    func applied(to stored: Pixels) -> Pixels {
        guard self != .upright else { return stored }
        let (width, height) = (stored.size.width, stored.size.height)
        let size = shown(stored.size)
        var values: [UInt32] = []
        values.reserveCapacity(stored.values.count)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (column, row) = swapsAxes ? (y, x) : (x, y)
                let from = readsColumnsBackwards ? width - 1 - column : column
                let line = readsRowsBackwards ? height - 1 - row : row
                values.append(stored.values[line * width + from])
            }
        }
        return Pixels(size: size, values: values)
    }
}

/// A decoded picture.
struct Pixels: Equatable {
    let size: PixelSize
    /// Row by row: in memory red, green, blue and a byte that says nothing. As many as the size has pixels.
    var values: [UInt32]
}

/// Where Exif keeps the orientation: the first directory of a TIFF file inside of a JPEG segment.
struct EXIFReader {
    private let bytes: [UInt8]
    private let isLittleEndian: Bool

    /// - Parameter segment: what an APP1 segment holds after its length; `nil` where that is no Exif.
    init?(_ segment: some Sequence<UInt8>) {
        let bytes = Array(segment)
        guard bytes.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) else { return nil }
        self.bytes = Array(bytes.dropFirst(6))
        switch self.bytes.prefix(4) {
        case [0x49, 0x49, 0x2A, 0]: isLittleEndian = true
        case [0x4D, 0x4D, 0, 0x2A]: isLittleEndian = false
        default: return nil
        }
    }

    /// ``Orientation/upright`` where it isn't said, or not in words that Exif has: such a picture is shown as it is stored.
    var orientation: Orientation {
        guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else {
            return .upright
        }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = number(at: entry, bytes: 2) else { return .upright }
            guard tag == 0x0112 else { continue }
            // A single number of 16 bits.
            guard number(at: entry + 2, bytes: 2) == 3, number(at: entry + 4, bytes: 4) == 1 else { return .upright }
            return number(at: entry + 8, bytes: 2).flatMap(Orientation.init) ?? .upright
        }
        return .upright
    }

    /// `nil` outside of the segment.
    private func number(at place: Int, bytes count: Int) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        let taken = bytes[place..<place + count]
        return (isLittleEndian ? Array(taken.reversed()) : Array(taken)).reduce(0) { $0 << 8 | Int($1) }
    }
}
