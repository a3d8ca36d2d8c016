/// Who uses a connection. All calls come on the service thread, which is the connection's executor: an actor with the
/// loop as its executor enters itself with `assumeIsolated`.
package protocol ConnectionHandler: AnyObject, Sendable {
    /// An outgoing connection is ready for bytes: TCP is up, and TLS if it was asked for.
    func connectionReady()
    /// The bytes are lent: copy what is kept.
    func connectionReceived(_ bytes: Span<UInt8>)
    /// The kernel has taken everything that was written.
    func connectionDrained()
    /// Answers `requestWritable()`; also called whenever the library found the socket writable.
    func connectionWritable()
    /// Called about every `tickPeriod` for deadlines of the user's own, also while a TLS handshake goes on.
    func connectionTick(_ now: ContinuousClock.Instant)
    /// The last call. nil when the connection was ended from this side, or by the peer in an orderly way.
    func connectionClosed(_ error: SocketError?)
}

extension ConnectionHandler {
    /// For users of accepted connections, which are ready when they come.
    package func connectionReady() {}
    /// For users who never call `requestWritable()`.
    package func connectionWritable() {}
    /// For users without deadlines of their own.
    package func connectionTick(_ now: ContinuousClock.Instant) {}
}
