/// What kind of picture a file holds, by its first bytes: names of files and a server's words are not asked.
package enum PictureKind: String, Sendable, CaseIterable {
    /// JFIF and Exif files: what nearly every camera writes, and the one kind that ``JPEGPicture`` takes.
    case jpeg = "JPEG"
    /// Portable Network Graphics: what screenshots mostly are.
    case png = "PNG"
    /// GIF 87a and 89a.
    case gif = "GIF"
    /// WebP, lossy or not.
    case webp = "WebP"
    /// HEIC and its relatives: what an iPhone writes unless it is told otherwise.
    case heif = "HEIF"

    /// How many of a file's first bytes are looked at.
    package static let headLength = 12

    /// - Parameter bytes: the file, or at least its first ``headLength`` bytes. `nil` for what begins like none of the kinds.
    package init?(of bytes: Span<UInt8>) {
        let head = (0..<min(bytes.count, Self.headLength)).map { bytes[$0] }
        func has(_ text: StaticString, at place: Int = 0) -> Bool {
            unsafe head.dropFirst(place).starts(
                with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftyp", at: 4), has("hei", at: 8) || has("hev", at: 8) || has("mif1", at: 8) || has("msf1", at: 8)
        {
            self = .heif
        } else {
            return nil
        }
    }
}
