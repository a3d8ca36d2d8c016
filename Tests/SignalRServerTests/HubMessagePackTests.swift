import JSON
import SignalRClient
import SignalRProtocol
import TestWaiting
import Testing
import WebSockets

@testable import SignalRServer

/// Our own client and our own server, which each have been held against Microsoft's, in MessagePack.
@Suite("Hub server in MessagePack")
struct HubMessagePackTests {
    private static func pack(_ options: inout HubConnectionOptions, _ transport: HubTransport) {
        options.messageFormat = .messagePack
        options.transports = [transport]
    }

    private static var hub: Hub {
        var configuration = HubConfiguration()
        configuration.allowsStatefulReconnect = true
        configuration.maximumParallelCalls = 8
        return conformanceHub(configuration)
    }

    @Test(
        "carries calls with values of every kind, and failures", .timeLimit(.minutes(1)),
        arguments: [HubTransport.webSockets, .longPolling])
    func calls(_ transport: HubTransport) async throws {
        try await withHub(Self.hub) { port in
            try await withClient(port) {
                Self.pack(&$0, transport)
            } _: { client in
                for value in [
                    "null", "true", "0", "-1", "9007199254740993", "1.5", "0.1", #""é \u001e \" x""#, "[]", "{}",
                    #"{"a":[1,{"b":null}],"c":"d"}"#,
                ] {
                    let answer = try await client.invoke("Echo", json: [value])
                    #expect(try JSONFragment(parsing: answer) == JSONFragment(parsing: Self.plain(value)))
                }
                #expect(try await client.invoke("AddMoney", json: ["0.1", "0.2"]) == "0.3")
                #expect(try await client.invoke("Nothing", json: []) == "null")
                let failed = await #expect(throws: HubError.self) { try await client.invoke("Fail", json: ["\"why\""]) }
                #expect(failed?.message.contains("why") == true)
                let missing = await #expect(throws: HubError.self) { try await client.invoke("Nope", json: []) }
                #expect(missing?.kind == .methodFailed)
            }
        }
    }

    /// As MessagePack, which has no escapes, gives it back.
    private static func plain(_ value: String) -> String {
        value == #""é \u001e \" x""# ? JSONFragment("é \u{1E} \" x").text : value
    }

    @Test(
        "carries what the hub says, asks, streams, and what the client uploads and cancels", .timeLimit(.minutes(1)),
        arguments: [HubTransport.webSockets, .longPolling])
    func everyMessage(_ transport: HubTransport) async throws {
        let hub = Self.hub
        try await withHub(hub) { port in
            try await withClient(port) {
                Self.pack(&$0, transport)
            } _: { client in
                try client.answer("ask") { invocation in invocation.arguments }
                var said = client.invocations(of: "news").makeAsyncIterator()
                try await client.send("SendMe", json: ["\"news\"", #"[1,"two"]"#])
                let first = await said.next()
                #expect(first?.arguments == #"[1,"two"]"#)
                hub.send("news", [JSONFragment(2)])
                let second = await said.next()
                #expect(second?.arguments == "[2]")
                #expect(try await client.invoke("AskMe", json: ["\"ask\"", "[7]"]) == "[7]")
                let refused = await #expect(throws: HubError.self) {
                    try await client.invoke("AskMe", json: ["\"nobody\"", "[]"])
                }
                #expect(refused?.kind == .methodFailed)
                var items: [String] = []
                for try await item in try await client.stream("Count", json: ["3", "0"]) { items.append(item) }
                #expect(items == ["0", "1", "2"])
                for try await _ in try await client.stream("Forever", json: []) { break }
                try await eventually("it is cancelled") {
                    (try? await client.invoke("CancelledStreams", json: [])) == "1"
                }
                let left = HubUpload(json: ["\"a\"", "\"b\""])
                let joined = try await client.invoke(
                    "Join", json: ["\"-\""], uploading: [left, HubUpload(json: ["\"c\""])])
                #expect(joined == #""a,b-c""#)
            }
        }
    }

    private func next(_ messages: inout WebSocketMessages.Iterator) async throws -> WebSocketMessage {
        let message = try await messages.next()
        return try #require(message)
    }

    @Test("answers in binary frames, and with the words of a Close", .timeLimit(.minutes(1)))
    func frames() async throws {
        let hub = Self.hub
        try await withHub(hub) { port in
            let client = try await RawHubClient(port: port)
            try await client.send(HubHandshake.Request(protocolName: "messagepack").record)
            var messages = client.socket.messages.makeAsyncIterator()
            let answer = try await next(&messages)
            #expect(answer.isText && answer.bytes == HubHandshake.response())
            // {type 1, no headers, id "1", "Add", [1, 2], no streams}, by hand.
            let call: [UInt8] = [0x96, 1, 0x80, 0xA1, 0x31, 0xA3, 0x41, 0x64, 0x64, 0x92, 1, 2, 0x90]
            try await client.socket.send([UInt8(call.count)] + call, text: false)
            let result = try await next(&messages)
            #expect(!result.isText && result.bytes == [7, 0x95, 3, 0x80, 0xA1, 0x31, 3, 3])
            hub.peers.first?.close(error: "no")
            let close = try await next(&messages)
            #expect(!close.isText && close.bytes == [6, 0x93, 7, 0xA2, 0x6E, 0x6F, 0xC2])
            await client.close()
        }
    }

    @Test("goes on after a loss, in MessagePack again", .timeLimit(.minutes(1)))
    func stateful() async throws {
        let hub = Self.hub
        try await withHub(hub) { port in
            try await withClient(port) {
                Self.pack(&$0, .webSockets)
                $0.usesStatefulReconnect = true
            } _: { client in
                let id = hub.peers.first?.id
                for round in 0..<3 {
                    let sum = try await client.invoke("Add", json: ["\(round)", "1"])
                    #expect(sum == "\(round + 1)")
                    hub.peers.first?.cutTransport()
                    let same = try await client.invoke("ConnectionId", json: [])
                    #expect(same == id.map { "\"\($0)\"" })
                }
            }
        }
    }

    @Test("is not offered over server-sent events, and refused there", .timeLimit(.minutes(1)))
    func events() async throws {
        let server = HubServer(["/hub": Self.hub])
        let offer = try await server.negotiate()
        #expect(offer.transports.first { $0.name == "ServerSentEvents" }?.formats == ["Text"])
        #expect(offer.transports.filter { $0.formats.contains("Binary") }.count == 2)
        let target = "/hub?id=\(offer.connectionToken)"
        _ = await server.response(to: hubRequest("GET", target, ["Accept": "text/event-stream"]))
        let hub = Self.hub
        let entry = Negotiations.Entry(connectionID: "c", expires: .now)
        let peer = HubPeer(
            hub: hub, entry, roles: [], token: "t", transport: .serverSentEvents, request: hubRequest("GET", "/hub"))
        await peer.open(HubHandshake.Request(protocolName: "messagepack"))
        guard case .records(let records) = await peer.writer.fetch(0) else { return fail("nothing was said") }
        let words = String(decoding: records.joined(), as: UTF8.self)
        #expect(words.contains("The transport does not support 'Binary' transfer format."), "\(words)")
        #expect(hub.connectionCount == 0)
    }

    @Test("is closed when it is broken, with what was right before it answered", .timeLimit(.minutes(1)))
    func broken() async throws {
        try await withHub(Self.hub) { port in
            let client = try await RawHubClient(port: port)
            try await client.send(HubHandshake.Request(protocolName: "messagepack").record)
            var messages = client.socket.messages.makeAsyncIterator()
            _ = try await messages.next()
            let call: [UInt8] = [0x96, 1, 0x80, 0xA1, 0x31, 0xA3, 0x41, 0x64, 0x64, 0x92, 1, 2, 0x90]
            try await client.socket.send([UInt8(call.count)] + call + [1, 0xC1], text: false)
            var said: [UInt8] = []
            while let message = try await messages.next() { said += message.bytes }
            #expect(said.starts(with: [7, 0x95, 3, 0x80, 0xA1, 0x31, 3, 3]))
            #expect(String(decoding: said, as: UTF8.self).contains("Connection closed with an error."))
            await client.close()
        }
    }
}
