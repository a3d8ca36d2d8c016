import JSON
import SignalRProtocol
import TestWaiting
import Testing
import WebSockets

@testable import SignalRServer

@Suite("Hub server and the protocol")
struct HubProtocolServerTests {
    @Test(
        "refuses handshakes in the words of official servers",
        .timeLimit(.minutes(1)),
        arguments: [
            (#"{"protocol":"xml","version":1}^"#, "The protocol 'xml' is not supported."),
            (
                #"{"protocol":"messagepack","version":3}^"#,
                "The server does not support version 3 of the 'messagepack' protocol."
            ),
            (#"{"protocol":"json","version":99}^"#, "The server does not support version 99 of the 'json' protocol."),
            ("hello^", "An unexpected error occurred during connection handshake."),
            (#"{"version":1}^"#, "An unexpected error occurred during connection handshake."),
        ])
    func refusedHandshake(_ text: String, _ expected: String) async throws {
        try await withHub(Hub()) { port in
            let client = try await RawHubClient(port: port)
            try await client.send(text)
            #expect(try await client.handshake() == expected)
            await client.close()
        }
    }

    @Test("takes a handshake in pieces, with messages behind it", .timeLimit(.minutes(1)))
    func splitHandshake() async throws {
        try await withHub(conformanceHub()) { port in
            let client = try await RawHubClient(port: port)
            try await client.send(#"{"protocol":"json","#)
            try await client.send(
                #""version":1}^{"type":6}^{"type":1,"invocationId":"1","target":"Add","arguments":[1,1]}^"#)
            #expect(try await client.handshake() == nil)
            #expect(try await client.next() == .completion(id: "1", .result(json("2"))))
            await client.close()
        }
    }

    @Test("gives up a client that does not shake hands", .timeLimit(.minutes(1)))
    func handshakeTimeout() async throws {
        var configuration = HubConfiguration()
        configuration.handshakeTimeout = .milliseconds(50)
        try await withHub(Hub(configuration)) { port in
            let client = try await RawHubClient(port: port)
            #expect(try await client.handshake() == "Handshake was canceled.")
            await client.close()
        }
    }

    @Test(
        "closes with a reason that allows to reconnect when a message breaks the protocol",
        .timeLimit(.minutes(1)),
        arguments: ["{nope^", #"{"target":"x"}^"#, #"{"type":3,"invocationId":"1","result":1,"error":"x"}^"#])
    func violation(_ text: String) async throws {
        try await withHub(conformanceHub()) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(#"{"type":1,"invocationId":"1","target":"Add","arguments":[1,1]}^\#(text)"#)
            var messages: [HubMessage] = []
            while let message = try await client.next() { messages.append(message) }
            #expect(
                messages.last == .close(error: "Connection closed with an error.", allowReconnect: true), "\(messages)")
            await client.close()
        }
    }

    @Test("closes on a message over its limit", .timeLimit(.minutes(1)))
    func tooLong() async throws {
        try await withHub(conformanceHub()) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(
                .invocation(
                    InvocationMessage(
                        "Echo", arguments: json("[\"\(String(repeating: "x", count: 33_000))\"]"), id: "1"))
            )
            #expect(try await client.next() == .close(error: "Connection closed with an error.", allowReconnect: true))
            await client.close()
        }
    }

    @Test("ignores types and acknowledgements that it does not know", .timeLimit(.minutes(1)))
    func unknown() async throws {
        try await withHub(conformanceHub()) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(#"{"type":99}^{"type":8,"sequenceId":1}^{"type":9,"sequenceId":1}^"#)
            try await client.send(#"{"type":3,"invocationId":"nobody","result":1}^{"type":5,"invocationId":"x"}^"#)
            #expect(try await client.invoke("Null") == .result(json("null")))
            await client.close()
        }
    }

    @Test("pings an idle client and gives up one that pinged and fell silent", .timeLimit(.minutes(1)))
    func liveness() async throws {
        var configuration = HubConfiguration()
        configuration.keepAliveInterval = .milliseconds(30)
        configuration.clientTimeout = .milliseconds(200)
        try await withHub(Hub(configuration)) { port in
            let client = try await RawHubClient.open(port: port)
            for _ in 0..<3 { #expect(try await client.next(pings: true) == .ping) }
            try await client.send(.ping)
            #expect(try await client.next() == .close(error: nil, allowReconnect: true))
            await client.close()
        }
    }

    @Test("answers a client's Close and ends", .timeLimit(.minutes(1)))
    func clientClose() async throws {
        let hub = Hub()
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(.close(error: nil, allowReconnect: false))
            #expect(try await client.next() == .close(error: nil, allowReconnect: false))
            #expect(try await client.next() == nil)
            try await eventually("it has gone") { hub.connectionCount == 0 }
        }
    }

    @Test("cuts without a word when told to", .timeLimit(.minutes(1)))
    func cut() async throws {
        let hub = Hub()
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            #expect(hub.endAll(.cut) == 1)
            await #expect(throws: (any Error).self) { while try await client.next() != nil {} }
        }
    }
}
