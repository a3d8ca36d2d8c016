import Glibc

/// A plain socket to which any thread may write at once, past the service thread: waking that costs more than writing a short
/// message.
///
/// It owns nothing. Whoever has it takes care that nobody writes after `connectionClosed`, when the descriptor may already be
/// another connection's, and that nobody writes while ``Connection`` still has something on its way: that would be overtaken.
package struct DirectSocket: Sendable {
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Sends what the kernel takes without waiting.
    ///
    /// - Returns: How many bytes that is. 0 also on a socket that is broken: the service thread finds out why.
    package func send(_ bytes: [UInt8]) -> Int {
        // Without the flag a connection that the peer has closed would end a program that handles no SIGPIPE.
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        let sent = unsafe bytes.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
        return max(0, sent)
    }
}
