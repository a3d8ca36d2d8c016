/// The byte stream under a WebSocket. Called on the service thread only.
protocol WebSocketTransport: AnyObject, Sendable {
    /// Takes the bytes; answers with the connection's `written()` once the kernel has them, which may be at once.
    func write(_ bytes: [UInt8])
    /// Asks for the connection's `writable()` in the next service pass.
    func requestWritable()
    func pauseReading()
    func resumeReading()
    /// Both close frames have passed: ends the stream in the way of this end.
    func finish()
    /// Ends the stream now.
    func abort()
}
