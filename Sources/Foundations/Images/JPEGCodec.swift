import CTurboJPEG

/// libjpeg-turbo's two halves. Each call has a handle of its own and ends it; nothing of the library outlives a call.
enum JPEGCodec {
    /// - Parameters:
    ///   - bytes: a whole file.
    ///   - size: one of the stored size's eighths. The library itself refuses a file that does not fit into it.
    static func decode(_ bytes: Span<UInt8>, to size: PixelSize) throws(PictureError) -> Pixels {
        guard let handle = unsafe tjInitDecompress() else { throw .noMemory }
        defer { unsafe tjDestroy(handle) }
        var pixels = Pixels(size: size, values: Array(repeating: 0, count: size.width * size.height))
        let failure: PictureError? = unsafe bytes.withUnsafeBufferPointer { file in
            return unsafe pixels.values.withUnsafeMutableBytes { target in
                let result = unsafe tjDecompress2(
                    handle, file.baseAddress, UInt(file.count), target.bindMemory(to: UInt8.self).baseAddress,
                    Int32(size.width), Int32(size.width * 4), Int32(size.height), TJPF_RGBX.rawValue.signed,
                    // 500 passes at most. A file that is cut short is refused in any case, not shown in grey.
                    TJFLAG_LIMITSCANS)
                return result == 0 ? nil : unsafe reason(of: handle)
            }
        }
        if let failure { throw failure }
        return pixels
    }

    /// A file that has the picture and nothing else: no Exif, no place, no comment, no profile.
    ///
    /// - Parameter quality: 1 to 100.
    static func encode(_ pixels: Pixels, quality: Int) throws(PictureError) -> [UInt8] {
        guard let handle = unsafe tjInitCompress() else { throw .noMemory }
        defer { unsafe tjDestroy(handle) }
        let (width, height) = (Int32(pixels.size.width), Int32(pixels.size.height))
        let subsampling = TJSAMP_420.rawValue.signed
        var file = [UInt8](repeating: 0, count: Int(tjBufSize(width, height, subsampling)))
        var count = UInt(file.count)
        let failure: PictureError? = unsafe pixels.values.withUnsafeBytes { source in
            unsafe file.withUnsafeMutableBufferPointer { target in
                var start = target.baseAddress
                let result = unsafe tjCompress2(
                    handle, source.bindMemory(to: UInt8.self).baseAddress, width, width * 4, height,
                    TJPF_RGBX.rawValue.signed, &start, &count, subsampling, Int32(quality), TJFLAG_NOREALLOC)
                return result == 0 ? nil : unsafe reason(of: handle)
            }
        }
        if let failure { throw failure }
        file.removeLast(file.count - Int(count))
        return file
    }

    private static func reason(of handle: tjhandle) -> PictureError {
        let words = unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "no reason given"
        return words.hasPrefix("Premature end") ? .cutShort : .damaged(words)
    }
}

extension FixedWidthInteger {
    /// C's enumerations are unsigned, and C's parameters for them are not.
    fileprivate var signed: Int32 { Int32(self) }
}
