import Compression

/// Expands the compressed messages of a connection's peer.
struct MessageInflater: ~Copyable {
    /// What ends a flushed piece of DEFLATE, and is left out of each message (RFC 7692, 7.2.1).
    static let tail: [UInt8] = [0, 0, 0xFF, 0xFF]

    private let side: DeflateAgreement.Side
    /// Made with the first message; only if the context is kept.
    private var kept: Inflater?

    /// - Parameter side: of the peer.
    init(_ side: DeflateAgreement.Side) { self.side = side }

    /// Bytes that a message of at most `limit` may have while it is compressed: careless compressors make it a little longer.
    static func longest(for limit: Int) -> Int { limit > Int.max / 2 ? limit : limit + limit / 64 + 64 }

    /// Appends a message.
    /// - Parameters:
    ///   - message: as it came, in one piece.
    ///   - limit: bytes of the expanded message.
    /// - Throws: ``DecompressionError``; then the connection can't go on.
    mutating func expand(
        _ message: [UInt8], into target: inout [UInt8], limit: Int
    ) throws(DecompressionError) {
        // Some that agreed on a window of 8 bits compress with 9, because zlib has no smaller one.
        var inflater = kept.take() ?? Inflater(windowBits: max(9, side.windowBits))
        let start = target.count
        try inflater.expand(message.span, into: &target, limit: limit)
        try inflater.expand(Self.tail.span, into: &target, limit: limit - (target.count - start))
        guard inflater.isBetweenBlocks else { throw .corrupt("it ends in the middle of a block") }
        if side.keepsContext { kept = consume inflater }
    }
}
