import SignalRProtocol
import SocketTestSupport
import TestWaiting
import Testing

@testable import SignalRServer

@Suite("Server-sent events")
struct HubEventsTests {
    @Test("writes an event for the records that wait, in which nothing can forge another")
    func eventText() {
        func text(_ records: String...) -> String {
            String(decoding: HubEventText.event(records.map { Array($0.utf8) }), as: UTF8.self)
        }
        #expect(text("{}\u{1E}") == "data: {}\u{1E}\r\n\r\n")
        #expect(text("{1}\u{1E}", "{2}\u{1E}") == "data: {1}\u{1E}{2}\u{1E}\r\n\r\n")
        #expect(text("[1,\n2]", "\r[3]") == "data: [1,\r\ndata: 2]\r\ndata: [3]\r\n\r\n")
    }

    private func open(_ port: Int, _ server: HubServer) async throws -> (stream: RawSocket, target: String) {
        let target = "/hub?id=\(try await server.negotiate().connectionToken)"
        let stream = try RawSocket(port: port)
        #expect(stream.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"))
        let head = await stream.receive(until: ":\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"))
        #expect(await server.ask("POST", target, body: #"{"protocol":"json","version":1}^"#).status == 200)
        #expect(await stream.receive(until: "\r\n\r\n").contains("data: {}\u{1E}"))
        return (stream, target)
    }

    @Test("carries calls, pings, and the reason of the end", .timeLimit(.minutes(1)))
    func conversation() async throws {
        var configuration = HubConfiguration()
        configuration.keepAliveInterval = .milliseconds(100)
        let hub = conformanceHub(configuration)
        try await withHub(hub) { port in
            let server = HubServer(["/hub": hub])
            let (stream, target) = try await open(port, server)
            let call = #"{"type":1,"invocationId":"1","target":"Add","arguments":[1,2]}^"#
            #expect(await server.ask("POST", target, body: call).status == 200)
            #expect(await stream.receive(until: "\"result\":3}").contains(#"{"type":3,"invocationId":"1""#))
            #expect(await stream.receive(until: "{\"type\":6}").contains("data: "))
            #expect(await server.ask("DELETE", target).status == 400)
            #expect(await server.ask("GET", target).status == 400)
            hub.peers.first?.close(error: "enough")
            #expect(await stream.receive(until: "0\r\n\r\n").contains(#"{"type":7,"error":"enough"}"#))
            try await eventually("it is forgotten") { await server.ask("POST", target).status == 404 }
        }
    }

    @Test("is over when its client goes", .timeLimit(.minutes(1)))
    func gone() async throws {
        let hub = conformanceHub()
        try await withHub(hub) { port in
            let server = HubServer(["/hub": hub])
            let (stream, target) = try await open(port, server)
            stream.cut()
            try await eventually("it is gone") { hub.connectionCount == 0 }
            #expect(await server.ask("POST", target).status == 404)
        }
    }

    @Test("is cut without a last word when told to", .timeLimit(.minutes(1)))
    func cut() async throws {
        let hub = conformanceHub()
        try await withHub(hub) { port in
            let (stream, _) = try await open(port, HubServer(["/hub": hub]))
            #expect(hub.endAll(.cut) == 1)
            #expect(await stream.receive(until: nil) == "")
        }
    }
}
