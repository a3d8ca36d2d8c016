import Runtime
import SocketTestSupport

/// The peer's end of a response of server-sent events.
final class PeerEvents: Sendable {
    let request: PeerRequest
    /// That the client has gone.
    let endings = Journal<Bool>()
    private let socket: RawSocket

    init(_ request: PeerRequest, _ socket: RawSocket) {
        self.request = request
        self.socket = socket
    }

    /// Writes to the response as it is; `^` stands for the record separator.
    func write(_ text: String) { socket.send(PeerSocket.bytes(text)) }

    /// One event as a server writes it.
    func send(_ text: String) { write("data: \(text)\r\n\r\n") }

    /// Ends the response.
    func end() { socket.cut() }

    /// Blocks the connection's thread until the client goes.
    func waitForEnd() {
        while !socket.read().isEmpty {}
        endings.add(true)
    }
}
