/// Time limits of one request. `nil` means no limit.
package struct HTTPDeadlines: Sendable, Hashable {
    /// Name lookup, TCP and TLS together. Default 10 s.
    package var connect: Duration
    /// From start to last byte, redirects included. Default 60 s; set `nil` for streams.
    package var total: Duration?
    /// Longest silence of the server once the request is under way. Does not run while the reader holds the stream back.
    /// Default none.
    package var idle: Duration?

    package init(connect: Duration = .seconds(10), total: Duration? = .seconds(60), idle: Duration? = nil) {
        self.connect = connect
        self.total = total
        self.idle = idle
    }
}
