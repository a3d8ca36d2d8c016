/// Width and height of a picture, in pixels.
package struct PixelSize: Sendable, Hashable, CustomStringConvertible {
    /// Columns.
    package let width: Int
    /// Rows.
    package let height: Int

    /// Unchecked.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The longer one of both sides.
    package var longerSide: Int { max(width, height) }

    /// As people write it, such as `4000 × 3000`.
    package var description: String { "\(width) × \(height)" }

    /// The same picture lying on its side.
    var turned: PixelSize { PixelSize(width: height, height: width) }

    /// The sizes to which a JPEG decoder shrinks while it decodes, at no cost: eighths of the whole, each side rounded up.
    ///
    /// - Parameter side: how long the longer side may be.
    /// - Returns: The largest first; none where even an eighth is longer.
    func eighths(within side: Int) -> [PixelSize] {
        (1...8).reversed()
            .map { PixelSize(width: (width * $0 + 7) / 8, height: (height * $0 + 7) / 8) }
            .filter { $0.longerSide <= side }
    }
}

/// How large a picture may be.
package struct PictureLimits: Sendable, Hashable {
    /// Of the file.
    package let bytes: Int
    /// Of the longer side, in pixels.
    package let side: Int

    /// - Parameters:
    ///   - bytes: of the file.
    ///   - side: of the longer side, in pixels.
    package init(bytes: Int, side: Int) {
        self.bytes = bytes
        self.side = side
    }
}
