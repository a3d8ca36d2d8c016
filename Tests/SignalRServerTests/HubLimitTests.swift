import JSON
import Runtime
import SignalRProtocol
import TestWaiting
import Testing
import WebSockets

@testable import SignalRServer

/// Every bound of `HubConfiguration` against a client that ignores it.
@Suite("Limits of the hub server")
struct HubLimitTests {
    private func hub(_ change: (inout HubConfiguration) -> Void) -> Hub {
        var configuration = HubConfiguration()
        change(&configuration)
        return conformanceHub(configuration)
    }

    @Test("runs so many calls of a client at a time", .timeLimit(.minutes(1)), arguments: [1, 3])
    func parallelCalls(_ count: Int) async throws {
        let hub = hub { $0.maximumParallelCalls = count }
        let (running, mayEnd) = (Collected(), Promise<Void, Never>())
        hub.on("Wait", parameters: nil) { _ in
            running.begin()
            defer { running.end() }
            await mayEnd.outcomeUnlessCancelled()
            return nil
        }
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            for number in 0..<9 {
                try await client.send(.invocation(InvocationMessage("Wait", arguments: json("[]"), id: "\(number)")))
            }
            try await eventually("the others wait") {
                running.most >= count && hub.peers.first?.look { $0.schedule.waitingCount } == 9 - count
            }
            #expect(running.most == count)
            mayEnd.keep()
            for _ in 0..<9 { _ = try await client.next() }
            #expect(running.most == count)
            await client.close()
        }
    }

    @Test("refuses a handshake above the limit of a message", .timeLimit(.minutes(1)), arguments: ["", "^"])
    func longHandshake(_ end: String) async throws {
        try await withHub(hub { $0.maximumMessageBytes = 500 }) { port in
            let name = String(repeating: "x", count: 500)
            let client = try await RawHubClient(port: port)
            try await client.send(#"{"protocol":"json","version":1,"\#(name)":1}"# + end)
            #expect(try await client.handshake() == "Handshake was canceled.")
            await client.close()
        }
    }

    @Test(
        "says what broke the protocol where details are told", .timeLimit(.minutes(1)),
        arguments: [
            (
                #"{"type":1,"target":"Echo","arguments":["\#(String(repeating: "x", count: 500))"]}^"#,
                "The maximum message size of 500B was exceeded."
            ),
            ("{nonsense^", "is not valid JSON"), (#"{"type":"x"}^"#, "type"),
            (#"{"type":1}^"#, "without \"target\""),
        ])
    func brokenRecords(_ record: String, _ words: String) async throws {
        for tellsDetails in [true, false] {
            try await withHub(
                hub {
                    $0.maximumMessageBytes = 500
                    $0.tellsDetails = tellsDetails
                }
            ) { port in
                let client = try await RawHubClient.open(port: port)
                try await client.send(record)
                guard case .close(let error?, allowReconnect: true)? = try await client.next() else {
                    return fail("no Close")
                }
                #expect(error.hasPrefix("Connection closed with an error."))
                #expect(error.contains("InvalidDataException: ") == tellsDetails)
                #expect(error.contains(words) == tellsDetails, "\(error)")
                await client.close()
            }
        }
    }

    @Test("limits may be as large as a number gets", .timeLimit(.minutes(1)))
    func withoutLimits() async throws {
        var configuration = HubConfiguration()
        configuration.maximumMessageBytes = .max
        configuration.maximumOutgoingBytes = .max
        configuration.maximumWaitingBytes = .max
        configuration.statefulBufferBytes = .max
        configuration.allowsStatefulReconnect = true
        let server = try await HubServer(["/hub": conformanceHub(configuration)]).start()
        let client = try await RawHubClient.open(port: server.port)
        for id in ["1", "2"] { #expect(try await client.invoke("Add", "[1,2]", id: id) == .result(json("3"))) }
        try await client.send(.invocation(InvocationMessage("AskMe", arguments: json(#"["ask",[]]"#), id: "a")))
        guard case .invocation? = try await client.next() else { return fail("no call") }
        #expect(try await client.invoke("Add", "[1,2]", id: "b") == .result(json("3")))
        await client.close()
        await server.stop()
    }

    @Test("stops reading a client whose calls wait, and goes on", .timeLimit(.minutes(1)))
    func waitingCalls() async throws {
        let hub = hub { $0.maximumWaitingBytes = 4000 }
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(.invocation(InvocationMessage("Slow", arguments: json("[100]"))))
            for number in 0..<200 {
                try await client.send(.invocation(InvocationMessage("Add", arguments: json("[1,1]"), id: "\(number)")))
            }
            try await eventually("it waits") { hub.peers.first?.look { !$0.schedule.hasRoom } == true }
            #expect(hub.peers.first?.look { $0.schedule.waitingBytes } ?? 0 < 4600)
            for number in 0..<200 {
                #expect(try await client.next() == .completion(id: "\(number)", .result(json("2"))))
            }
            await client.close()
        }
    }

    @Test("still hears what a method asked the client, behind a full queue", .timeLimit(.minutes(1)))
    func resultBehindFullQueue() async throws {
        // With as much beside as there may be, the method that asks keeps its place, and what comes behind it waits.
        try await withHub(
            hub {
                $0.maximumWaitingBytes = 1000
                $0.maximumStreams = 1
            }
        ) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(
                .invocation(InvocationMessage("Sum", arguments: json("[]"), id: "sum", streamIDs: ["u"])))
            try await client.send(.invocation(InvocationMessage("AskMe", arguments: json(#"["ask",[]]"#), id: "a")))
            guard case .invocation(let call) = try await client.next(), let id = call.id else { return fail("no call") }
            for number in 0..<20 {
                try await client.send(.invocation(InvocationMessage("Null", arguments: json("[]"), id: "\(number)")))
            }
            try await client.send(.completion(id: id, .result(json("5"))))
            #expect(try await client.next() == .completion(id: "a", .result(json("5"))))
            await client.close()
        }
    }

    @Test("stops reading a client whose upload nobody reads, and its other half still works", .timeLimit(.minutes(1)))
    func waitingItems() async throws {
        let hub = hub { $0.maximumWaitingItems = 10 }
        hub.on("Ignore", parameters: nil, uploads: 1) { _ in
            try await untilCancelled()
            return nil
        }
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            try await client.send(
                .invocation(InvocationMessage("Ignore", arguments: json("[]"), id: "1", streamIDs: ["2"])))
            for number in 0..<100 { try await client.send(.streamItem(id: "2", item: json("\(number)"))) }
            try await eventually("it is full") {
                hub.peers.first?.look { $0.uploads["2"]?.backlog ?? 0 >= 10 } == true
            }
            #expect(hub.peers.first?.look { $0.uploads["2"]?.backlog } == 10)
            hub.send("news", [])
            #expect(try await client.next() == .invocation(InvocationMessage("news", arguments: json("[]"))))
            client.socket.abort()
            try await eventually("it has gone") { hub.connectionCount == 0 && hub.tasks.count == 0 }
        }
    }

    @Test("refuses streams beyond the limit", .timeLimit(.minutes(1)))
    func streams() async throws {
        try await withHub(hub { $0.maximumStreams = 2 }) { port in
            let client = try await RawHubClient.open(port: port)
            for id in ["1", "2", "3"] {
                try await client.send(.streamInvocation(InvocationMessage("Forever", arguments: json("[]"), id: id)))
            }
            while let message = try await client.next() {
                guard case .completion(let id, let outcome) = message else { continue }
                #expect(id == "3" && outcome == .error("Too many streams at a time."))
                break
            }
            try await client.send(.cancelInvocation(id: "1"))
            while let message = try await client.next() {
                guard case .completion(let id, let outcome) = message else { continue }
                #expect(id == "1" && outcome == .void)
                break
            }
            try await client.send(.streamInvocation(InvocationMessage("Count", arguments: json("[0,0]"), id: "4")))
            while let message = try await client.next() {
                if case .completion("4", let outcome) = message {
                    #expect(outcome == .void)
                    break
                }
            }
            await client.close()
        }
    }

    @Test("cancels a call that runs and one that waits", .timeLimit(.minutes(1)))
    func cancelledCalls() async throws {
        try await withHub(hub { _ in }) { port in
            let client = try await RawHubClient.open(port: port)
            for id in ["1", "2"] {
                try await client.send(.invocation(InvocationMessage("Slow", arguments: json("[60000]"), id: id)))
            }
            try await client.send(.cancelInvocation(id: "2"))
            try await client.send(.cancelInvocation(id: "1"))
            for id in ["2", "1"] {
                guard case .completion(id, .error) = try await client.next() else { return fail("no error for \(id)") }
            }
            await client.close()
        }
    }

    @Test("gives up a client that takes nothing", .timeLimit(.minutes(1)))
    func sendTimeout() async throws {
        let hub = hub { $0.sendTimeout = .milliseconds(200) }
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            // Never read from here on: inbox and sockets fill, and the method waits for room.
            let text = String(repeating: "x", count: 30_000)
            try await client.send(
                .invocation(InvocationMessage("Blast", arguments: json("[1000000,\"b\",\"\(text)\"]"), id: "1")))
            try await eventually("it is given up") { hub.connectionCount == 0 && hub.tasks.count == 0 }
            client.socket.abort()
        }
    }

    @Test("a waiting call that is cancelled makes way for those behind it", .timeLimit(.minutes(1)))
    func cancelledInFront() async throws {
        let hub = Hub()
        let (go, hasBegun) = (Promise<Void, Never>(), Promise<Void, Never>())
        hub.on("Hold", jsonParameters: 0) { _ in
            _ = await go.outcomeEvenIfCancelled()
            return nil
        }
        hub.onStream("Items", jsonParameters: 0) { _, _ in hasBegun.keep() }
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            for id in ["1", "2"] {
                try await client.send(.invocation(InvocationMessage("Hold", arguments: json("[]"), id: id)))
            }
            try await client.send(.streamInvocation(InvocationMessage("Items", arguments: json("[]"), id: "3")))
            try await client.send(.cancelInvocation(id: "2"))
            _ = await hasBegun.outcomeEvenIfCancelled()
            go.keep()
            client.socket.abort()
        }
    }

    /// How many ran at a time.
    private final class Collected: Sendable {
        private let state = Lock((now: 0, most: 0))
        var most: Int { state.withLock { $0.most } }
        func begin() {
            state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
            }
        }
        func end() { state.withLock { $0.now -= 1 } }
    }
}
