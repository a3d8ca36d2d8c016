import HTTPServer
import Runtime
import SignalRClient
import WebSockets

/// Runs a server whose WebSockets do as `run` says, around `body`, which gets its URL.
func withRawHub(
    _ run: @escaping @Sendable (WebSocketConnection) async throws -> Void, _ body: (String) async throws -> Void
) async throws {
    try await withServer { _ in
        .webSocket(run)
    } body: {
        try await body("\($0)/hub")
    }
}

/// A hub by hand: it shakes hands, writes down each record that comes, and answers with what the script says.
final class ScriptedHub: Sendable {
    /// A record without its separator, and the number of the connection it came on, from 1.
    struct Received: Sendable, Equatable {
        let connection: Int
        let text: String
    }

    private let received = Collected<Received>()
    private let sockets = Lock<[WebSocketConnection]>([])
    private let script: @Sendable (Received) -> [String]

    init(_ script: @escaping @Sendable (Received) -> [String] = { _ in [] }) { self.script = script }

    /// What came that is no ping and no handshake.
    var records: [Received] { received.all.filter { $0.text != "{\"type\":6}" } }
    /// The same as texts.
    var texts: [String] { records.map(\.text) }
    var connectionCount: Int { sockets.withLock { $0.count } }

    /// Sends a record on the newest connection.
    func send(_ text: String) async throws {
        try await sockets.withLock { $0.last }?.send(text + "\u{1E}")
    }

    /// Cuts the newest connection without a word.
    func cut() { sockets.withLock { $0.last }?.abort() }

    /// Ends the newest connection with a close frame.
    func close(code: Int, reason: String = "") async {
        await sockets.withLock { $0.last }?.close(code: code, reason: reason)
    }

    func serve(_ socket: WebSocketConnection) async throws {
        let number = sockets.withLock { sockets in
            sockets.append(socket)
            return sockets.count
        }
        var rest = ""
        var isOpen = false
        for try await message in socket.messages {
            rest += message.text
            while let end = rest.firstIndex(of: "\u{1E}") {
                let record = Received(connection: number, text: String(rest[..<end]))
                rest = String(rest[rest.index(after: end)...])
                guard isOpen else {
                    isOpen = true
                    try await socket.send("{}\u{1E}")
                    continue
                }
                received.add(record)
                for answer in script(record) { try await socket.send(answer + "\u{1E}") }
            }
        }
    }
}

/// Runs a scripted hub around `body`, which gets a connection to it that is not started.
func withScriptedHub(
    _ hub: ScriptedHub, _ tune: (inout HubConnectionOptions) -> Void = { _ in },
    _ body: (HubConnection) async throws -> Void
) async throws {
    try await withRawHub {
        try await hub.serve($0)
    } _: { url in
        try await withConnection(url) { options in
            options.skipsNegotiation = true
            tune(&options)
        } _: { connection in
            try await body(connection)
        }
    }
}
