import JSON
import SignalRProtocol
import Sockets
import Values
import WebSockets

/// A hub client that only listens.
final class HubListener {
    private let socket: WebSocketConnection
    private var batches: WebSocketBatches.Iterator
    private var records: [JSONValue] = []

    /// Connects with a token and shakes hands.
    init(_ loop: EventLoop, port: Int, path: String, token: Secret?) async throws {
        var options = WebSocketOptions(host: "127.0.0.1", port: port)
        options.target = path
        if let token { options.headers.add("Authorization", token.withText { "Bearer " + $0 }) }
        socket = try await WebSocketConnection.connect(loop, options)
        batches = socket.batches.makeAsyncIterator()
        try await socket.send(Array("{\"protocol\":\"json\",\"version\":1}\u{1E}".utf8), text: true)
        _ = try await next()
    }

    /// The next record that is no ping; `nil` at the end of the connection.
    func next() async throws -> JSONValue? {
        while true {
            while !records.isEmpty {
                let record = records.removeFirst()
                if record["type"] != 6 { return record }
            }
            guard let batch = try await batches.next() else { return nil }
            for index in 0..<batch.count {
                let text = String(decoding: batch[index].bytes, as: UTF8.self)
                records += try text.split(separator: "\u{1E}").map { try JSONValue(parsing: String($0)) }
            }
        }
    }

    /// The next call of a client's handler: its name, and its arguments as text.
    func nextCall() async throws -> (target: String, arguments: String)? {
        guard let record = try await next(), case .string(let target)? = record["target"] else { return nil }
        return (target, record["arguments"]?.description ?? "")
    }

    func close() async { await socket.close(code: 1000, reason: "") }
}
