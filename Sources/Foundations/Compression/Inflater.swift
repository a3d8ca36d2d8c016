import CZlib

/// Expands raw DEFLATE (RFC 1951) that a stranger may have written, to no more than the caller bears.
///
/// It holds 7 kB and, from the first piece on, its window.
@safe
package struct Inflater: ~Copyable {
    /// Bits of a window that DEFLATE knows.
    package static let windowBits = 8...15

    // On the heap: zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter windowBits: in ``windowBits``; the window has 2 to that power bytes: what it remembers from one call to the
    ///   next. What refers farther back is refused.
    package init(windowBits: Int) {
        precondition(Self.windowBits.contains(windowBits), "DEFLATE has no window of 2^\(windowBits) bytes")
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe inflateInit2_(
            stream, Int32(-windowBits), ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib could not start, with status \(status)")
    }

    deinit {
        // It only fails for a stream that is none.
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Whether all that was given is understood: no block is open, and no bit of the last byte is left.
    package var isBetweenBlocks: Bool {
        // zlib's way of saying so: 128 between blocks, unused bits in the lowest six.
        let state = unsafe stream.pointee.data_type
        return state & 128 != 0 && state & 63 == 0
    }

    /// Appends what `bytes` expand to. After the end of a DEFLATE stream another may follow, which may refer to the first.
    ///
    /// - Parameter limit: the bytes that may be appended; no more are ever held.
    /// - Throws: ``DecompressionError``; then this inflater is of no more use.
    package mutating func expand(
        _ bytes: Span<UInt8>, into target: inout [UInt8], limit: Int
    ) throws(DecompressionError) {
        var start = 0
        let most = target.count + min(limit, Int.max - target.count)
        while start < bytes.count {
            let end = min(bytes.count, start + ChunkBuffer.mostInput)
            let failure = unsafe bytes.extracting(start..<end).withUnsafeBufferPointer { input in
                unsafe stream.pointee.next_in = input.baseAddress
                unsafe stream.pointee.avail_in = UInt32(input.count)
                return drain(into: &target, until: most)
            }
            if let failure { throw failure }
            start = end
        }
    }

    private mutating func drain(into target: inout [UInt8], until most: Int) -> DecompressionError? {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ChunkBuffer.size) { chunk in
            while true {
                unsafe stream.pointee.next_out = chunk.baseAddress
                unsafe stream.pointee.avail_out = UInt32(chunk.count)
                let status = unsafe inflate(stream, Z_SYNC_FLUSH)
                let count = unsafe chunk.count - Int(stream.pointee.avail_out)
                guard count <= most - target.count else { return .tooLong }
                unsafe target.append(contentsOf: UnsafeMutableBufferPointer(rebasing: chunk[..<count]))
                switch status {
                // Z_BUF_ERROR: all was read already. Nothing can be left in it between blocks; asked once more there, zlib would
                // no longer say that it is.
                case Z_OK, Z_BUF_ERROR:
                    if unsafe count < chunk.count || stream.pointee.avail_in == 0 && isBetweenBlocks { return nil }
                case Z_STREAM_END:
                    // Unlike inflateReset it keeps the window.
                    let status = unsafe inflateResetKeep(stream)
                    guard status == Z_OK else { return .corrupt("zlib status \(status)") }
                    if unsafe stream.pointee.avail_in == 0 { return nil }
                default: return .corrupt(reason(status))
                }
            }
        }
    }

    private func reason(_ status: Int32) -> String {
        unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "zlib status \(status)"
    }
}

/// Why bytes cannot be expanded.
package enum DecompressionError: Error, Equatable {
    /// They expand to more than was allowed.
    case tooLong
    /// They are not DEFLATE, or end in the middle of it: zlib's words.
    case corrupt(String)
}
