import Glibc
import TestWaiting

/// Takes connections and never says a word, as a machine does that hangs.
package final class DeafServer: Sendable {
    package let address: String
    private let descriptor: Int32

    package init() throws {
        let socket = try LoopbackSocket.listening()
        descriptor = socket.descriptor
        address = "http://127.0.0.1:\(socket.port)"
    }

    /// Waits until somebody has connected.
    package func waitForCaller() async throws {
        try await eventually("a caller") {
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&state, 1, 0) == 1
        }
    }

    deinit { close(descriptor) }
}
