import Glibc

/// Takes connections and never says a word, as a machine does that hangs.
package final class DeafServer: Sendable {
    package let address: String
    private let descriptor: Int32

    package init() throws {
        let socket = try LoopbackSocket.listening()
        descriptor = socket.descriptor
        address = "http://127.0.0.1:\(socket.port)"
    }

    deinit { close(descriptor) }
}
