import Compression
import Runtime

/// Compresses the messages that one end of a connection sends, from any task.
final class MessageDeflater: Sendable {
    /// Bytes of a message below which nothing is to be tried.
    let minimumBytes: Int
    private let side: DeflateAgreement.Side
    /// Made with the first message; only if the context is kept. Else each message has one made to its measure, which an idle
    /// connection does not pay for.
    private let kept = Lock<Deflater?>(nil)

    /// nil if zlib can't compress for such a window: then all is sent as it is, which the agreement allows.
    init?(_ side: DeflateAgreement.Side, minimumBytes: Int) {
        guard Deflater.windowBits.contains(side.windowBits) else { return nil }
        self.side = side
        self.minimumBytes = minimumBytes
    }

    /// Calls `body` with the message as it is to be sent, or with nil if it is to be sent as it is. Calls come one after the
    /// other where messages refer to each other: what `body` sends first, the peer must get first.
    func withCompressed<Result: Sendable, Failure: Error>(
        _ message: [UInt8], _ body: ([UInt8]?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard side.keepsContext else {
            var deflater = Deflater(forOnly: message.count, windowBits: side.windowBits)
            return try body(Self.compress(message, with: &deflater))
        }
        return try kept.withLock { kept throws(Failure) in
            var deflater = kept.take() ?? Deflater(windowBits: side.windowBits)
            let compressed = Self.compress(message, with: &deflater)
            // The peer will not know it.
            if compressed == nil { deflater.forget() }
            kept = consume deflater
            return try body(compressed)
        }
    }

    /// Without the end that every message has (RFC 7692, 7.2.1); nil if that is not shorter.
    private static func compress(_ message: [UInt8], with deflater: inout Deflater) -> [UInt8]? {
        guard !message.isEmpty else { return nil }
        var compressed: [UInt8] = []
        compressed.reserveCapacity(message.count / 2)
        deflater.compress(message.span, into: &compressed)
        compressed.removeLast(MessageInflater.tail.count)
        return compressed.count < message.count ? compressed : nil
    }
}
