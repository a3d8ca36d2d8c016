import HTTPServer
import SignalRProtocol
import TestWaiting
import Testing
import WebSockets

@testable import SignalRServer

@Suite("Long polling")
struct HubPollingTests {
    /// Polls and posts as values: no socket is needed.
    private struct Client {
        let server: HubServer
        let target: String

        func poll() async -> (status: Int, text: String) { await server.ask("GET", target) }
        func post(_ body: String) async -> Int { await server.ask("POST", target, body: body).status }
        func delete() async -> Int { await server.ask("DELETE", target).status }
    }

    private func open(_ hub: Hub) async throws -> Client {
        let server = HubServer(["/hub": hub])
        let client = Client(server: server, target: "/hub?id=\(try await server.negotiate().connectionToken)")
        #expect(await client.poll() == (200, ""))
        #expect(await client.post(#"{"protocol":"json","version":1}^"#) == 200)
        #expect(await client.poll() == (200, "{}^"))
        return client
    }

    private func hub(_ change: (inout HubConfiguration) -> Void = { _ in }) -> Hub {
        var configuration = HubConfiguration()
        change(&configuration)
        return conformanceHub(configuration)
    }

    @Test("carries calls in posts and answers in polls, several at once", .timeLimit(.minutes(1)))
    func calls() async throws {
        let client = try await open(hub())
        let call = #"{"type":1,"invocationId":"1","target":"Add","arguments":[1,2]}^"#
        #expect(await client.post(call + #"{"type":1,"invocationId":"2","target":"Nothing","arguments":[]}^"#) == 200)
        var text = ""
        while text.count(where: { $0 == "^" }) < 2 { text += await client.poll().text }
        #expect(text == #"{"type":3,"invocationId":"1","result":3}^{"type":3,"invocationId":"2","result":null}^"#)
        #expect(await client.delete() == 202)
    }

    @Test("joins records that posts cut, also inside a character", .timeLimit(.minutes(1)))
    func cutRecords() async throws {
        let client = try await open(hub())
        let record = Array(#"{"type":1,"invocationId":"1","target":"Echo","arguments":["é"]}"#.utf8) + [0x1E]
        let middle = try #require(record.firstIndex(of: 0xA9))
        for part in [record[..<middle], record[middle...]] {
            var request = hubRequest("POST", client.target)
            request.body = Array(part)
            #expect(await client.server.response(to: request)?.status == .ok)
        }
        #expect(await client.poll().text == #"{"type":3,"invocationId":"1","result":"é"}^"#)
    }

    @Test("waits for something to tell, and then tells it at once", .timeLimit(.minutes(1)))
    func waits() async throws {
        let hub = hub()
        let client = try await open(hub)
        async let poll = client.poll()
        try await eventually("it polls") { hub.peers.first?.poll != nil }
        hub.send("news", [])
        #expect(await poll == (200, #"{"type":1,"target":"news","arguments":[]}^"#))
    }

    @Test("answers a poll with nothing when its time is over, and never pings", .timeLimit(.minutes(1)))
    func pollTimeout() async throws {
        let client = try await open(
            hub {
                $0.pollTimeout = .milliseconds(60)
                $0.keepAliveInterval = .milliseconds(20)
            })
        #expect(await client.poll() == (200, ""))
        #expect(await client.poll() == (200, ""))
    }

    @Test("ends a poll with 204 when another comes", .timeLimit(.minutes(1)))
    func secondPoll() async throws {
        let hub = hub()
        let client = try await open(hub)
        async let first = client.poll()
        try await eventually("it polls") { hub.peers.first?.poll != nil }
        let number = hub.peers.first?.poll ?? 0
        async let second = client.poll()
        #expect(await first == (204, ""))
        try await eventually("it polls") { hub.peers.first?.poll == number + 1 }
        hub.send("news", [])
        #expect(await second.text.contains("news"))
    }

    @Test("takes posts one after the other, in order", .timeLimit(.minutes(1)))
    func serialPosts() async throws {
        let hub = hub { $0.maximumWaitingBytes = 1000 }
        let client = try await open(hub)
        // The second is too much: its post waits, and so does the next one.
        let slow = #"{"type":1,"target":"Slow","arguments":[150]}^"#
        async let waiting = client.post(String(repeating: slow, count: 5) + Self.tell("first"))
        try await eventually("the first waits") { hub.peers.first?.look { $0.schedule.waitingCount > 1 } == true }
        async let last = client.post(Self.tell("second"))
        #expect(await waiting == 200)
        #expect(await last == 200)
        var text = ""
        while text.count(where: { $0 == "^" }) < 2 { text += await client.poll().text }
        #expect(text == #"{"type":1,"target":"first","arguments":[]}^{"type":1,"target":"second","arguments":[]}^"#)
    }

    private static func tell(_ target: String) -> String {
        #"{"type":1,"target":"SendMe","arguments":["\#(target)",[]]}^"#
    }

    @Test("gives up who does not poll, and knows it no more", .timeLimit(.minutes(1)))
    func absence() async throws {
        let hub = hub { $0.disconnectTimeout = .milliseconds(60) }
        let client = try await open(hub)
        try await eventually("it is given up") { hub.connectionCount == 0 }
        try await eventually("it is forgotten") { await client.poll().status == 404 }
        #expect(await client.post("x") == 404)
        #expect(await client.delete() == 404)
    }

    @Test("tells why it ended in the next poll, then 204, then 404", .timeLimit(.minutes(1)))
    func close() async throws {
        let hub = hub()
        let client = try await open(hub)
        hub.peers.first?.close(error: "enough")
        #expect(await client.poll() == (200, #"{"type":7,"error":"enough"}^"#))
        #expect(await client.poll() == (204, ""))
        #expect(await client.poll().status == 404)
    }

    @Test("ends the poll under way when the client says good-bye", .timeLimit(.minutes(1)))
    func delete() async throws {
        let hub = hub()
        let client = try await open(hub)
        async let poll = client.poll()
        try await eventually("it polls") { hub.peers.first?.poll != nil }
        #expect(await client.delete() == 202)
        #expect(await poll == (200, #"{"type":7,"allowReconnect":true}^"#))
        try await eventually("it has gone") { hub.connectionCount == 0 }
        #expect(await client.delete() == 404)
    }

    @Test("answers wrong requests with the genuine server's words")
    func wrongRequests() async throws {
        let server = HubServer(["/hub": hub { $0.transports = [.longPolling] }])
        for method in ["GET", "POST", "DELETE"] {
            #expect(await server.ask(method, "/hub") == (400, "Connection ID required"))
            #expect(await server.ask(method, "/hub?id=x") == (404, "No Connection with that ID"))
        }
        let offer = try await server.negotiate()
        #expect(offer.transports.map(\.name) == ["LongPolling"])
        let target = "/hub?id=\(offer.connectionToken)"
        let events = hubRequest("GET", target, ["Accept": "text/event-stream"])
        let response = try #require(await server.response(to: events))
        #expect(response.status == .notFound)
        // Whoever asks for what is not offered has not used the connection up.
        #expect(await server.ask("GET", target) == (200, ""))
        #expect(await server.response(to: events)?.status == .notFound)
        for (version, error) in [
            ("x", "The client requested a non-integer protocol version."),
            ("-1", "The client requested version '-1', but the server does not support this version."),
        ] {
            let answer = await server.ask("POST", "/hub/negotiate?negotiateVersion=\(version)")
            #expect(answer == (200, #"{"error":"\#(error)"}"#))
        }
    }

    @Test("refuses connections beyond the limit, negotiated ones included")
    func tooMany() async throws {
        let server = HubServer(["/hub": hub { $0.maximumConnections = 2 }])
        let first = try await server.negotiate()
        #expect(await server.ask("GET", "/hub?id=\(first.connectionToken)").status == 200)
        _ = try await server.negotiate()
        #expect(await server.ask("POST", "/hub/negotiate").status == 503)
    }
}
