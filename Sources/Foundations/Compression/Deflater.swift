import CZlib

/// Compresses to raw DEFLATE (RFC 1951), piece by piece, each flushed so that the other end has it whole at once.
///
/// A piece may refer to those before it, as far back as the window reaches: one ``Inflater`` must read all of them, in order.
/// It holds 2 to the power of its window's bits + 3, and about 6 kB: 262 kB with 15 bits, 39 kB with 12.
@safe
package struct Deflater: ~Copyable {
    /// Bits of a window: 15 is the largest of DEFLATE. zlib cannot compress for one of 8.
    package static let windowBits = 9...15

    // On the heap: zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter windowBits: in ``windowBits``; the window has 2 to that power bytes.
    package init(windowBits: Int) {
        precondition(
            Self.windowBits.contains(windowBits), "zlib has no window of 2^\(windowBits) bytes to compress with")
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // Tables as large as the window. Negative bits are zlib's way of saying raw.
        let status = unsafe deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, Int32(-windowBits), Int32(windowBits - 7), Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib could not start, with status \(status)")
    }

    /// For one piece alone, as small as that allows: one for 300 bytes holds 14 kB and is ready in a microsecond or two.
    ///
    /// - Parameters:
    ///   - count: the bytes of the piece. More will do too, less well.
    ///   - most: in ``windowBits``; what the reader's window allows.
    package init(forOnly count: Int, windowBits most: Int) {
        // zlib refers no farther back than the window's size less 262 bytes.
        let needed = Int.bitWidth - (count + 261).leadingZeroBitCount
        self.init(windowBits: min(most, max(Self.windowBits.lowerBound, needed)))
    }

    deinit {
        // Its status only says whether anything was left to flush.
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Appends what a reader needs to have all of `bytes`: it ends with the bytes 00 00 FF FF.
    package mutating func compress(_ bytes: Span<UInt8>, into target: inout [UInt8]) {
        var start = 0
        repeat {
            let end = min(bytes.count, start + ChunkBuffer.mostInput)
            unsafe bytes.extracting(start..<end).withUnsafeBufferPointer { input in
                unsafe stream.pointee.next_in = input.baseAddress
                unsafe stream.pointee.avail_in = UInt32(input.count)
                drain(end == bytes.count ? Z_SYNC_FLUSH : Z_NO_FLUSH, into: &target)
            }
            start = end
        } while start < bytes.count
    }

    /// What comes next refers to nothing before it. For when the reader did not get the last piece.
    package mutating func forget() {
        let status = unsafe deflateReset(stream)
        precondition(status == Z_OK, "zlib could not start again, with status \(status)")
    }

    private mutating func drain(_ flush: Int32, into target: inout [UInt8]) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ChunkBuffer.size) { chunk in
            repeat {
                unsafe stream.pointee.next_out = chunk.baseAddress
                unsafe stream.pointee.avail_out = UInt32(chunk.count)
                let status = unsafe deflate(stream, flush)
                // Z_BUF_ERROR: there was nothing to do.
                precondition(status == Z_OK || status == Z_BUF_ERROR, "zlib could not compress, with status \(status)")
                let made = unsafe chunk[..<(chunk.count - Int(stream.pointee.avail_out))]
                unsafe target.append(contentsOf: UnsafeMutableBufferPointer(rebasing: made))
            } while unsafe stream.pointee.avail_out == 0
        }
    }
}

/// How much zlib is given and gives at a time.
enum ChunkBuffer {
    /// Bytes of output: on the stack, and small enough for a processor's nearest cache.
    static let size = 16 * 1024
    /// Bytes of input: zlib counts in 32 bits.
    static let mostInput = 1 << 30
}
