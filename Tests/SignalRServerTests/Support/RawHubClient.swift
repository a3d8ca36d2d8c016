import JSON
import SignalRProtocol
import Sockets
import Testing
import WebSockets

/// A client that says exactly what it is told to.
final class RawHubClient {
    let socket: WebSocketConnection
    private var batches: WebSocketBatches.Iterator
    private var reader = HubRecordReader(limit: 1 << 22)
    private var isOpen: Bool
    private var waiting: [HubMessage] = []

    /// Connects and shakes hands.
    static func open(port: Int, path: String = "/hub", headers: [(String, String)] = []) async throws -> RawHubClient {
        let client = try await RawHubClient(port: port, path: path, headers: headers)
        try await client.send(HubHandshake.Request().record)
        _ = try await client.handshake()
        return client
    }

    init(port: Int, path: String = "/hub", headers: [(String, String)] = []) async throws {
        var options = WebSocketOptions(host: "127.0.0.1", port: port)
        options.target = path
        for (name, value) in headers { options.headers.add(name, value) }
        options.limits.messageBytes = 1 << 22
        socket = try await WebSocketConnection.connect(TestLoop.shared, options)
        batches = socket.batches.makeAsyncIterator()
        isOpen = false
    }

    /// What comes first is a message already.
    func skipHandshake() { isOpen = true }

    func send(_ bytes: [UInt8]) async throws { try await socket.send(bytes, text: true) }
    func send(_ message: HubMessage) async throws { try await send(message.record) }
    func send(_ text: String) async throws {
        try await send(text.utf8.map { $0 == UInt8(ascii: "^") ? HubRecordReader.separator : $0 })
    }

    /// The refusal, or nil when the server agreed.
    func handshake() async throws -> String? {
        do {
            while !isOpen { guard try await receive() else { throw HubProtocolError(.incompleteRecord) } }
        } catch let error as HubProtocolError {
            if case .handshakeRefused(let text) = error.kind { return text }
            throw error
        }
        return nil
    }

    /// The next message that is no ping and no acknowledgement, which come when they like; nil at the end.
    func next(pings: Bool = false, acknowledgements: Bool = false) async throws -> HubMessage? {
        while true {
            while !waiting.isEmpty {
                let message = waiting.removeFirst()
                if case .acknowledgement = message, !acknowledgements { continue }
                if pings || message != .ping { return message }
            }
            guard try await receive() else { return nil }
        }
    }

    /// Calls a method and gives its completion; other messages on the way are dropped.
    func invoke(_ target: String, _ arguments: String = "[]", id: String = "1") async throws -> HubOutcome {
        try await send(.invocation(InvocationMessage(target, arguments: Array(arguments.utf8), id: id)))
        while let message = try await next() {
            if case .completion(id, let outcome) = message { return outcome }
        }
        throw HubProtocolError(.incompleteRecord)
    }

    func close() async { await socket.close(code: 1000, reason: "") }

    private func receive() async throws -> Bool {
        guard let batch = try await batches.next() else { return false }
        var (reader, isOpen) = (self.reader, self.isOpen)
        var messages: [HubMessage] = []
        try batch.forEachPayload { payload, _ throws(HubProtocolError) in
            try reader.append(payload) { bytes throws(HubProtocolError) in
                var cursor = JSONCursor()
                if !isOpen {
                    try HubHandshake.readResponse(bytes, &cursor)
                    isOpen = true
                }
                while let envelope = try HubEnvelope.next(bytes, &cursor, limit: 1 << 22) {
                    messages.append(try HubMessage(envelope, bytes))
                }
            }
        }
        (self.reader, self.isOpen) = (reader, isOpen)
        waiting += messages
        return true
    }
}

func json(_ text: String) -> [UInt8] { Array(text.utf8) }
