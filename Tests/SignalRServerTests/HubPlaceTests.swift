import JSON
import Runtime
import SignalRProtocol
import TestWaiting
import Testing
import WebSockets

@testable import SignalRServer

/// What may go on beside the one call that runs at a time, and what waits for room.
@Suite("Hub server: places and room")
struct HubPlaceTests {
    private static func hub(_ change: (inout HubConfiguration) -> Void = { _ in }) -> Hub {
        var configuration = HubConfiguration()
        change(&configuration)
        let hub = Hub(configuration)
        hub.on("Add", parameters: 2) { JSONFragment(try $0.arguments.int(0) + $0.arguments.int(1)) }
        hub.on("Sum", parameters: 0, uploads: 1) { call in
            var sum = 0
            for try await item in try call.upload(0) { sum += try HubArguments([item]).int(0) }
            return JSONFragment(sum)
        }
        hub.on("Ask", parameters: 0) { call in try await call.hub.invoke("question", on: call.connectionID) }
        hub.on("AskThroughHub", parameters: 0) { call in
            try await Task { try await call.hub.invoke("question", on: call.connectionID) }.value
        }
        return hub
    }

    private static func call(_ target: String, _ id: String, _ arguments: String = "[]", streams: [String] = [])
        -> HubMessage
    {
        .invocation(InvocationMessage(target, arguments: json(arguments), id: id, streamIDs: streams))
    }

    @Test("calls are answered while one waits for its upload", .timeLimit(.minutes(1)))
    func upload() async throws {
        try await withHub(Self.hub()) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(Self.call("Sum", "a", streams: ["9"]))
            #expect(try await client.invoke("Add", "[1,2]", id: "b") == .result(json("3")))
            try await client.send(.streamItem(id: "9", item: json("7")))
            try await client.send(.completion(id: "9", .void))
            #expect(try await client.next() == .completion(id: "a", .result(json("7"))))
            await client.close()
        }
    }

    @Test("no more uploads and streams than configured", .timeLimit(.minutes(1)))
    func tooManyUploads() async throws {
        try await withHub(Self.hub { $0.maximumStreams = 1 }) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(Self.call("Sum", "a", streams: ["8"]))
            try await client.send(Self.call("Sum", "b", streams: ["9"]))
            #expect(try await client.next() == .completion(id: "b", .error("Too many streams at a time.")))
            await client.close()
        }
    }

    @Test(
        "a client may call before it answers what a method asks", .timeLimit(.minutes(1)),
        arguments: ["Ask", "AskThroughHub"])
    func question(_ method: String) async throws {
        try await withHub(Self.hub()) { port in
            let client = try await RawHubClient.open(port: port)
            for round in 0..<3 {
                try await client.send(Self.call(method, "a\(round)"))
                guard case .invocation(let question)? = try await client.next(), let id = question.id else {
                    return fail("no question")
                }
                #expect(try await client.invoke("Add", "[1,2]", id: "b\(round)") == .result(json("3")))
                try await client.send(.completion(id: id, .result(json("5"))))
                #expect(try await client.next() == .completion(id: "a\(round)", .result(json("5"))))
            }
            await client.close()
        }
    }

    @Test("a method that waits for an answer keeps its place where too many go on beside", .timeLimit(.minutes(1)))
    func boundOfQuestions() async throws {
        try await withHub(Self.hub { $0.maximumStreams = 2 }) { port in
            let client = try await RawHubClient.open(port: port)
            var last = ""
            // One after the other: those that go on beside each other ask in any order.
            for number in 0..<3 {
                try await client.send(Self.call("Ask", "\(number)"))
                guard case .invocation(let question)? = try await client.next() else { return fail("no question") }
                last = question.id ?? ""
            }
            // The third keeps its place, so the fourth does not run.
            try await client.send(Self.call("Ask", "3"))
            try await client.send(.completion(id: last, .result(json("1"))))
            #expect(try await client.next() == .completion(id: "2", .result(json("1"))))
            guard case .invocation? = try await client.next() else { return fail("no question") }
            await client.close()
        }
    }

    @Test("a stream goes on when another call names its id", .timeLimit(.minutes(1)))
    func streamIDInUse() async throws {
        try await withHub(Self.hub()) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(Self.call("Sum", "a", streams: ["9"]))
            try await client.send(.streamItem(id: "9", item: json("1")))
            for (id, streams) in [("b", ["9"]), ("c", ["8", "8"]), ("d", ["7", "9"])] {
                try await client.send(Self.call("Sum", id, streams: streams))
                #expect(try await client.next() == .completion(id: id, .error("A stream ID is already in use.")))
            }
            try await client.send(.streamItem(id: "9", item: json("10")))
            try await client.send(.completion(id: "9", .void))
            #expect(try await client.next() == .completion(id: "a", .result(json("11"))))
            // It is free again.
            try await client.send(Self.call("Sum", "e", streams: ["9"]))
            try await client.send(.completion(id: "9", .void))
            #expect(try await client.next() == .completion(id: "e", .result(json("0"))))
            await client.close()
        }
    }

    @Test("whoever sends to others and waits for room sends no faster than they read", .timeLimit(.minutes(2)))
    func burst() async throws {
        let hub = Self.hub()
        try await withHub(hub) { port in
            let (slow, quick) = (try await RawHubClient.open(port: port), try await RawHubClient.open(port: port))
            let (count, text) = (1500, JSONFragment(String(repeating: "x", count: 20_000)))
            let sending = Task {
                for number in 0..<count { await hub.send("n", [JSONFragment(number), text], within: .seconds(60)) }
            }
            let reading = Task { [quick = Unshared(quick)] in try await Self.numbers(quick.value, count) }
            try await eventually("somebody has no room") {
                hub.peers.contains { peer in peer.writer.state.withLock { $0.output.isFull } }
            }
            #expect(try await Self.numbers(slow, count) == Array(0..<count))
            #expect(try await reading.value == Array(0..<count))
            await sending.value
            #expect(hub.connectionCount == 2)
        }
    }

    @Test("a client that takes nothing does not hold up the others for ever", .timeLimit(.minutes(1)))
    func deaf() async throws {
        let hub = Self.hub()
        try await withHub(hub) { port in
            let (deaf, client) = (try await RawHubClient.open(port: port), try await RawHubClient.open(port: port))
            let text = JSONFragment(String(repeating: "x", count: 20_000))
            let sending = Task {
                for number in 0..<1500 {
                    // Long enough for the other one on a slow machine; the deaf one costs it once.
                    await hub.send("n", [JSONFragment(number), text], within: .seconds(3))
                }
            }
            #expect(try await Self.numbers(client, 1500).count == 1500)
            await sending.value
            try await eventually("it has gone") { hub.connectionCount == 1 }
            await client.close()
            _ = deaf
        }
    }

    private static func numbers(_ client: RawHubClient, _ count: Int) async throws -> [Int] {
        var numbers: [Int] = []
        while numbers.count < count, case .invocation(let call)? = try await client.next() {
            numbers.append(try HubArguments(call.arguments).int(0))
        }
        return numbers
    }

    /// A client that only one task uses from here on.
    private struct Unshared: @unchecked Sendable {
        let value: RawHubClient
        init(_ value: RawHubClient) { self.value = value }
    }
}
