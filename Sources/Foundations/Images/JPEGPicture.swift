/// A JPEG picture that a stranger may have made: what it says of itself, and a smaller one that tells nothing but what is seen.
///
/// ```swift
/// let picture = try JPEGPicture(bytes)
/// print(picture.size)
/// let small = try picture.shrunk(to: PictureLimits(bytes: 2_048_000, side: 2_048))
/// ```
package struct JPEGPicture: Sendable {
    /// What decoding may hold at once, in bytes: 128 million pixels as cameras store them. More is refused by what the head says,
    /// before anything is decoded.
    package static let mostWorkingBytes = 384_000_000

    /// Tried in this order at each size; 60 is where people begin to see it.
    private static let qualities = [85, 75, 60, 45]

    private let bytes: [UInt8]
    private let head: JPEGHead

    /// Reads its head; no pixel is decoded.
    ///
    /// - Parameter bytes: the whole file.
    /// - Throws: ``PictureError`` for what is no JPEG picture, or none whose size can be told.
    package init(_ bytes: [UInt8]) throws(PictureError) {
        head = try JPEGHead(bytes.span)
        self.bytes = bytes
    }

    /// As people see it: turned as its orientation says.
    package var size: PixelSize { head.orientation.shown(head.size) }

    /// Whether its head holds nothing but what a decoder needs, as that of each file that ``shrunk(to:)`` has made.
    package var isBare: Bool { head.isBare }

    /// A JPEG file of the same picture within limits, stored upright, with the pixels and nothing else: no place, time, camera,
    /// comment or thumbnail of the original is in it, nor any byte that was not decoded.
    ///
    /// It is as large as the limits allow, in steps of an eighth of the original's size. It takes a second of a processor's
    /// time for the largest pictures, and blocks the thread for that long.
    ///
    /// - Parameter limits: of the result.
    /// - Throws: ``PictureError``: also for a picture that other programs show in part.
    package func shrunk(to limits: PictureLimits) throws(PictureError) -> [UInt8] {
        guard head.workingBytes <= Self.mostWorkingBytes else { throw .tooManyPixels(size) }
        let sizes = head.size.eighths(within: limits.side)
        guard !sizes.isEmpty else { throw .tooManyPixels(size) }
        for stored in sizes {
            let pixels = head.orientation.applied(to: try JPEGCodec.decode(bytes.span, to: stored))
            for quality in Self.qualities {
                let file = try JPEGCodec.encode(pixels, quality: quality)
                if file.count <= limits.bytes { return file }
            }
        }
        throw .staysTooLarge(limit: limits.bytes)
    }
}
