import HTTPServer
import Runtime
import SignalRClient
import SignalRProtocol
import Testing
import WebSockets

/// A hub by hand that knows stateful reconnect. The test drives it: it waits for each WebSocket, and reads and writes on it
/// record by record.
final class StatefulPeer: Sendable {
    /// One of its WebSockets.
    final class Line: Sendable {
        let socket: WebSocketConnection
        let authorization: String?
        private let records = BoundedChannel<String>(limit: 10_000)

        init(_ socket: WebSocketConnection, authorization: String?) {
            self.socket = socket
            self.authorization = authorization
        }

        func serve() async {
            var rest = ""
            do {
                for try await message in socket.messages {
                    rest += message.text
                    while let end = rest.firstIndex(of: "\u{1E}") {
                        records.push(String(rest[..<end]))
                        rest = String(rest[rest.index(after: end)...])
                    }
                }
            } catch {}
            records.finish()
        }

        /// The next record that is no ping; `nil` at the end.
        func next() async throws -> String? {
            while let record = try await records.next() { if record != #"{"type":6}"# { return record } }
            return nil
        }

        /// The next records that are neither pings nor acknowledgements, which come at times of their own.
        func next(_ count: Int) async throws -> [String] {
            var texts: [String] = []
            while texts.count < count, let text = try await next() {
                if !text.hasPrefix(#"{"type":8,"#) { texts.append(text) }
            }
            return texts
        }

        func send(_ texts: String...) async throws {
            try await socket.send(texts.map { $0 + "\u{1E}" }.joined())
        }

        /// Breaks it without a word.
        func cut() { socket.abort() }
    }

    /// What was asked for: method and target.
    let requests = Collected<String>()
    private let agrees: Bool
    private let refuse: @Sendable (Int) -> HTTPStatus?
    private let upgrades = Lock(0)
    private let lines = BoundedChannel<Line>(limit: 100)

    /// - Parameters:
    ///   - agrees: whether it knows stateful reconnect.
    ///   - refuse: the answer to the nth upgrade, from 1; `nil` lets it in.
    init(agrees: Bool = true, refuse: @escaping @Sendable (Int) -> HTTPStatus? = { _ in nil }) {
        self.agrees = agrees
        self.refuse = refuse
    }

    var negotiations: Int { requests.all.count { $0.hasPrefix("POST") } }
    var upgradeCount: Int { upgrades.withLock { $0 } }

    func response(to request: HTTPRequest) -> HTTPResponse {
        requests.add("\(request.method) \(request.target)")
        guard request.isWebSocketUpgrade else {
            let number = negotiations
            return .json(
                Array(
                    #"""
                    {"negotiateVersion":1,"connectionId":"id\#(number)","connectionToken":"token\#(number)",\#
                    "useStatefulReconnect":\#(agrees),\#
                    "availableTransports":[{"transport":"WebSockets","transferFormats":["Text"]}]}
                    """#.utf8))
        }
        let number = upgrades.withLock { upgrades in
            upgrades += 1
            return upgrades
        }
        if let status = refuse(number) { return HTTPResponse(status) }
        let authorization = request.headers["authorization"]
        return .webSocket { [lines] socket in
            let line = Line(socket, authorization: authorization)
            lines.push(line)
            await line.serve()
        }
    }

    /// The next WebSocket.
    func line() async throws -> Line { try #require(try await lines.next()) }

    /// The next WebSocket, with its handshake.
    func opened(version: Int = 2) async throws -> Line {
        let line = try await line()
        #expect(try await line.next() == #"{"protocol":"json","version":\#(version)}"#)
        try await line.send("{}")
        return line
    }
}

/// Connects to a stateful peer and hands over its first line.
func withStatefulPeer(
    _ peer: StatefulPeer = StatefulPeer(), version: Int = 2,
    tuned tune: (inout HubConnectionOptions) -> Void = { _ in },
    _ body: (HubConnection, StatefulPeer.Line) async throws -> Void
) async throws {
    try await withServer { request in
        peer.response(to: request)
    } body: { origin in
        try await withConnection("\(origin)/hub") { options in
            options.usesStatefulReconnect = true
            options.reconnect = .never
            tune(&options)
        } _: { connection in
            async let started: Void = connection.start()
            let line = try await peer.opened(version: version)
            try await started
            try await body(connection, line)
        }
    }
}
