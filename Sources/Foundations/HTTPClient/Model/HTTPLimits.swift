/// Size limits of one response, in bytes.
package struct HTTPLimits: Sendable, Hashable {
    /// Body after decompression; for streams the sum over the whole life, so raise it there. Default 10 MiB.
    package var body: Int
    /// Status line and header fields, trailers included. Default 64 KiB.
    package var head: Int
    /// What a stream buffers before it holds the server back. Default 64 KiB.
    package var streamBuffer: Int

    package init(body: Int = 10 << 20, head: Int = 64 << 10, streamBuffer: Int = 64 << 10) {
        self.body = body
        self.head = head
        self.streamBuffer = streamBuffer
    }
}
