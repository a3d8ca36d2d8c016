import TestWaiting
import Testing

@testable import SignalRClient

@Suite(
    "Stateful reconnect with the genuine server", .serialized,
    .enabled(if: ReferenceHub.program != nil, "the reference hub is not at hand"))
struct StatefulReferenceTests {
    /// From the server, when it has done what it was asked for before; connections of other tests stay.
    private func cut(_ connection: HubConnection) async throws { try await connection.send("End", json: ["\"cut\""]) }

    /// From here, at once.
    private func cutHere(_ connection: HubConnection) throws { try connection.link().writer.transport.abort() }

    private func withReference(
        _ path: String = "/hubs/conformance", tuned tune: (inout HubConnectionOptions) -> Void = { _ in },
        _ body: (HubConnection) async throws -> Void
    ) async throws {
        let origin = try #require(ReferenceHub.origin)
        try await withConnection(origin + path) { options in
            options.usesStatefulReconnect = true
            options.reconnect = .never
            tune(&options)
        } _: { connection in
            try await connection.start()
            try await body(connection)
        }
    }

    @Test("a pending call outlives a cut, with the same id and without a word (case 95)", .timeLimit(.minutes(2)))
    func pendingCall() async throws {
        try await withReference { connection in
            let id = try await connection.invoke("ConnectionId", json: [])
            let states = Collected<HubState>()
            let watching = Task { for await state in connection.states { states.add(state) } }
            for round in 0..<5 {
                async let slow = connection.invoke("Slow", json: ["300"])
                async let sum = connection.invoke("Add", json: ["\(round)", "1"])
                // Not a wait for something: the cut is to come at any moment of the two.
                try await Task.sleep(for: .milliseconds(30))
                try cutHere(connection)
                #expect(try await slow == "null")
                #expect(try await sum == "\(round + 1)")
            }
            #expect(try await connection.invoke("ConnectionId", json: []) == id)
            watching.cancel()
            await watching.value
            #expect(states.all.count == 1, "\(states.all)")
        }
    }

    @Test(
        "each message arrives once and in order, both ways, whatever is cut (cases 98, 99, 105, 107)",
        .timeLimit(.minutes(2)))
    func exactlyOnce() async throws {
        try await withReference { connection in
            let got = Collected<String>()
            connection.on("n") { got.add($0.arguments) }
            for number in 0..<400 {
                try await connection.send("SendMe", json: ["\"n\"", "[\(number)]"])
                if number % 40 == 39 { try await cut(connection) }
                if number % 40 == 20 { try cutHere(connection) }
            }
            try await eventually("all came") { got.all.count >= 400 }
            _ = try await connection.invoke("Nothing", json: [])
            #expect(got.all == (0..<400).map { "[\($0)]" })
        }
    }

    @Test("a stream goes on over a cut, nothing missing and nothing twice", .timeLimit(.minutes(2)))
    func stream() async throws {
        try await withReference { connection in
            var items: [Int] = []
            for try await item in try await connection.stream("Count", json: ["60", "20"]) {
                items.append(Int(item) ?? -1)
                if items.count % 20 == 10 { try await cut(connection) }
            }
            #expect(items == Array(0..<60))
        }
    }

    @Test("an upload goes on over a cut", .timeLimit(.minutes(2)))
    func upload() async throws {
        try await withReference { connection in
            let (items, more) = AsyncStream<String>.makeStream()
            async let sum = connection.invoke("Sum", json: [], uploading: [HubUpload(json: items)])
            for number in 1...100 {
                more.yield("\(number)")
                if number % 30 == 0 {
                    try cutHere(connection)
                    // As above: the next cut is to find another transport, of which nobody is told.
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            more.finish()
            #expect(try await sum == "5050")
        }
    }

    @Test(
        "what is confirmed makes room: more than the buffers hold passes both ways (cases 101, 102)",
        .timeLimit(.minutes(2)))
    func fullBuffers() async throws {
        try await withReference { connection in
            let got = Collected<Int>()
            connection.on("n") { got.add($0.arguments.utf8.count) }
            let text = "\"\(String(repeating: "x", count: 20_000))\""
            for _ in 0..<40 { try await connection.send("SendMe", json: ["\"n\"", "[\(text)]"]) }
            try await eventually("all came") { got.all.count == 40 }
            #expect(Set(got.all) == [20_004])
        }
    }

    @Test("does without where the server has it off (case 108)", .timeLimit(.minutes(2)))
    func off() async throws {
        try await withReference("/hubs/conformance-plain", tuned: { $0.reconnect = .listed([.zero, .zero]) }) {
            connection in
            let id = try await connection.invoke("ConnectionId", json: [])
            let states = connection.states
            try await cut(connection)
            _ = await wait(for: states) { !$0.isConnected }
            _ = await wait(for: connection.states) { $0.isConnected }
            #expect(try await connection.invoke("ConnectionId", json: []) != id)
        }
    }

    @Test("an abort by the server ends it (case 103)", .timeLimit(.minutes(2)))
    func abort() async throws {
        try await withReference { connection in
            let states = connection.states
            try await connection.send("End", json: ["\"abort\""])
            let end = await wait(for: states) { $0.isDisconnected }
            #expect(end?.reason?.kind == .closedByServer)
        }
    }
}
