/// Time limits of one request. `nil` means no limit.
package struct HTTPDeadlines: Sendable, Hashable {
    /// Name lookup, TCP and TLS together. Default 10 s.
    package var connect: Duration
    /// From start to last byte, redirects included. Default 60 s; set `nil` for streams.
    package var total: Duration?
    /// Longest silence of the server once the request is under way. Does not run while the reader holds the stream back.
    /// Default none.
    package var idle: Duration?

    /// The defaults, but for what is given.
    package init(connect: Duration = .seconds(10), total: Duration? = .seconds(60), idle: Duration? = nil) {
        self.connect = connect
        self.total = total
        self.idle = idle
    }
}

/// Size limits of one response, in bytes.
package struct HTTPLimits: Sendable, Hashable {
    /// Body after decompression; for streams the sum over the whole life, so raise it there. Default 10 MiB.
    package var body: Int
    /// Status line and header fields, trailers included. Default 64 KiB.
    package var head: Int
    /// What a stream buffers before it holds the server back. Default 64 KiB.
    package var streamBuffer: Int

    /// The defaults, but for what is given; in bytes.
    package init(body: Int = 10 << 20, head: Int = 64 << 10, streamBuffer: Int = 64 << 10) {
        self.body = body
        self.head = head
        self.streamBuffer = streamBuffer
    }
}
