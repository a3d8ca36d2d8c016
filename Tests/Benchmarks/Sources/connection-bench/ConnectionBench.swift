import Glibc
import HTTPServer
import Measuring
import Sockets
import WebSockets

/// What an idle WebSocket keeps in private memory, at either end, without anything above it.
enum ConnectionBench {
    /// As long as a hub's message.
    private static let message = [UInt8](repeating: 0x61, count: 308)
    private static let question = "?"

    /// Answers each message with itself, the question with the memory of this process.
    static func serve(_ identity: TLSIdentity?) async throws {
        let loop = try EventLoop(descriptorLimit: 20_000)
        var configuration = HTTPServerConfiguration()
        configuration.tls = identity
        configuration.maximumConnections = 20_000
        let server = HTTPServer(on: loop, configuration: configuration) { _ in
            .webSocket { socket in
                for try await batch in socket.batches {
                    for index in 0..<batch.count {
                        let message = batch[index]
                        let answer = message.text == question ? Array("\(memory)".utf8) : message.bytes
                        try await socket.send(answer, text: true)
                    }
                }
            }
        }
        guard let port = try await server.listen(on: .address("127.0.0.1", port: 0)).port else { return }
        print(port)
        fflush(nil)
        while getchar() != EOF {}
        await server.stop()
        await loop.stop()
    }

    /// In kilobytes, with what the allocator keeps for later.
    private static var memory: Int { Int(Usage.privateKilobytes()) }

    static func connect(_ port: Int, count: Int, caFile: String?) async throws {
        let loop = try EventLoop(descriptorLimit: 20_000)
        var options = WebSocketOptions(host: "127.0.0.1", port: port)
        options.isSecure = caFile != nil
        options.trust = TLSTrust(caFile: caFile, usesSystemStore: false)
        var sockets: [WebSocketConnection] = []
        var first = (client: 0, server: 0)
        for number in 1...count {
            let socket = try await WebSocketConnection.connect(loop, options)
            sockets.append(socket)
            _ = try await ask(socket, message)
            // The first few set up what all share.
            guard number == min(10, count - 1) else { continue }
            first.server = Int(String(decoding: try await ask(sockets[0], Array(question.utf8)), as: UTF8.self)) ?? 0
            first.client = memory
        }
        let server = Int(String(decoding: try await ask(sockets[0], Array(question.utf8)), as: UTF8.self)) ?? 0
        let client = memory
        let added = Double(count - min(10, count - 1))
        func each(_ kilobytes: Int) -> Double { (Double(kilobytes) / added * 100).rounded() / 100 }
        print(
            """
            {"tls":\(caFile != nil),"count":\(count),"clientKBEach":\(each(client - first.client)),\
            "serverKBEach":\(each(server - first.server)),"clientKB":[\(first.client),\(client)],\
            "serverKB":[\(first.server),\(server)]}
            """)
        for socket in sockets { socket.abort() }
        await loop.stop()
    }

    /// One message there and one back. Each time a reader of its own, which keeps nothing.
    private static func ask(_ socket: WebSocketConnection, _ message: [UInt8]) async throws -> [UInt8] {
        try await socket.send(message, text: true)
        for try await answer in socket.messages { return answer.bytes }
        return []
    }
}
