/// One open WebSocket, whichever end opened it.
public protocol WebSocket: Sendable {
    /// Messages in order. One consumer; ends without an error after a normal close, else throws `WSError`.
    var messages: WSMessages { get }

    /// The same messages in the batches in which they arrived, without a copy of each. Use one of the two.
    var batches: WSBatches { get }

    /// Returns when the message is queued, or, if much is queued already, when the kernel has taken it: awaiting it is
    /// the back-pressure.
    /// - Throws: `WSError` when the connection has ended.
    func send(_ text: String) async throws

    /// As `send(_:)`, with bytes that must be UTF-8 if `text` is true.
    func send(_ bytes: [UInt8], text: Bool) async throws

    /// Sends a close frame, waits for the peer's answer for a few seconds, and returns when the connection is gone.
    /// - Parameters:
    ///   - code: 1000...1003, 1007...1011 or 3000...4999.
    ///   - reason: cut at 123 bytes.
    func close(code: Int, reason: String) async
}

extension WebSocket {
    public func close() async { await close(code: 1000, reason: "") }
}
