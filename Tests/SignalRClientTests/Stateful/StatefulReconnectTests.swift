import SignalRClient
import TestWaiting
import Testing

@Suite("Stateful reconnect, with a peer by hand")
struct StatefulReconnectTests {
    private func invocation(_ number: Int) -> String { #"{"type":1,"target":"n","arguments":[\#(number)]}"# }
    private func sent(_ number: Int) -> String { #"{"type":1,"target":"m","arguments":[\#(number)]}"# }
    private func sequence(_ number: Int) -> String { #"{"type":9,"sequenceId":\#(number)}"# }
    private func acknowledgement(_ number: Int) -> String { #"{"type":8,"sequenceId":\#(number)}"# }

    @Test("goes on without negotiation and handshake; nobody is told (cases 95, 96)", .timeLimit(.minutes(1)))
    func reattach() async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) { connection, line in
            let states = Collected<HubState>()
            let watching = Task { for await state in connection.states { states.add(state) } }
            let call = Task { try await connection.invoke("Add", json: ["1", "2"]) }
            let request = try await line.next()
            line.cut()
            let second = try await peer.line()
            #expect(try await second.next(2) == [sequence(1), request])
            try await second.send(sequence(1), #"{"type":3,"invocationId":"1","result":3}"#)
            #expect(try await call.value == "3")
            #expect(peer.negotiations == 1)
            let upgrades = peer.requests.all.filter { $0.hasPrefix("GET") }
            #expect(upgrades.count == 2 && Set(upgrades).count == 1)
            #expect(connection.state.connectionID == "id1")
            watching.cancel()
            await watching.value
            #expect(states.all.count == 1, "\(states.all)")
        }
    }

    @Test("asks for it in negotiation, once, and not when the user's query says no", .timeLimit(.minutes(1)))
    func negotiation() async throws {
        for (query, isAsked, asked) in [
            ("", true, "?negotiateVersion=1&useStatefulReconnect=true"), ("", false, "?negotiateVersion=1"),
            ("?useStatefulReconnect=true", false, "?useStatefulReconnect=true&negotiateVersion=1"),
            ("?useStatefulReconnect=false", true, "?useStatefulReconnect=false&negotiateVersion=1"),
        ] {
            let isOn = asked.contains("=true")
            let peer = StatefulPeer(agrees: isOn)
            try await withServer { request in
                peer.response(to: request)
            } body: { origin in
                try await withConnection("\(origin)/hub\(query)") {
                    $0.usesStatefulReconnect = isAsked
                } _: { connection in
                    async let started: Void = connection.start()
                    _ = try await peer.opened(version: isOn ? 2 : 1)
                    try await started
                    #expect(peer.requests.all.first == "POST /hub/negotiate\(asked)")
                }
            }
        }
    }

    @Test("a server that agrees without having been asked is refused (case 19)", .timeLimit(.minutes(1)))
    func unasked() async throws {
        let peer = StatefulPeer()
        try await withServer { request in
            peer.response(to: request)
        } body: { origin in
            try await withConnection("\(origin)/hub") { connection in
                let error = await #expect(throws: HubError.self) { try await connection.start() }
                #expect(error?.kind == .protocolViolation)
            }
        }
    }

    @Test("everything else works with a server that does not know it (case 108)", .timeLimit(.minutes(1)))
    func unknown() async throws {
        let peer = StatefulPeer(agrees: false)
        try await withStatefulPeer(peer, version: 1) { connection, line in
            async let result = connection.invoke("Add", json: ["1", "2"])
            #expect(try await line.next() == #"{"type":1,"invocationId":"1","target":"Add","arguments":[1,2]}"#)
            // Not agreed on, so without meaning.
            try await line.send(sequence(99), acknowledgement(99), #"{"type":3,"invocationId":"1","result":3}"#)
            #expect(try await result == "3")
            line.cut()
            let end = await wait(for: connection.states) { $0.isDisconnected }
            #expect(end?.reason?.kind == .lost)
        }
    }

    @Test("begins with the number of the next message when everything was confirmed (case 97)", .timeLimit(.minutes(1)))
    func emptyBuffer() async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) { connection, line in
            for number in 1...3 { try await connection.send("m", json: ["\(number)"]) }
            #expect(try await line.next(3) == (1...3).map(sent))
            // An answer behind the confirmation shows that both have come.
            async let result = connection.invoke("x", json: [])
            _ = try await line.next()
            try await line.send(acknowledgement(4), #"{"type":3,"invocationId":"1","result":null}"#)
            _ = try await result
            line.cut()
            let second = try await peer.line()
            try await connection.send("m", json: ["5"])
            #expect(try await second.next(2) == [sequence(5), sent(5)])
        }
    }

    @Test(
        "sends what was not confirmed again, byte for byte; twice if need be (cases 98, 105)", .timeLimit(.minutes(1)))
    func replay() async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) { connection, line in
            for number in 1...5 { try await connection.send("m", json: ["\(number)", "\"é \\u001e\""]) }
            let first = try await line.next(5)
            try await line.send(acknowledgement(2))
            async let result = connection.invoke("x", json: [])
            let call = try await line.next()
            try await line.send(sequenceOfNothing, #"{"type":3,"invocationId":"1","result":null}"#)
            _ = try await result
            line.cut()
            for _ in 0..<2 {
                let next = try await peer.line()
                #expect(try await next.next(5) == [sequence(3)] + first[2...] + [call])
                next.cut()
            }
            let last = try await peer.line()
            #expect(try await last.next() == sequence(3))
        }
    }

    /// A confirmation of nothing.
    private let sequenceOfNothing = #"{"type":8,"sequenceId":0}"#

    @Test("delivers once what the server sends again (case 99)", .timeLimit(.minutes(1)))
    func duplicates() async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) { connection, line in
            let got = Collected<String>()
            connection.on("n") { got.add($0.arguments) }
            try await line.send(invocation(1), invocation(2), invocation(3))
            try await eventually("three came") { got.all.count == 3 }
            line.cut()
            let second = try await peer.line()
            // Before its number is known it could be any.
            try await second.send(invocation(98))
            try await second.send(sequence(1))
            for number in 1...5 { try await second.send(invocation(number)) }
            try await eventually("the rest came") { got.all.count >= 5 }
            #expect(got.all == (1...5).map { "[\($0)]" })
        }
    }

    @Test(
        "a number that can't be ends the connection with an error, and calls with it (case 100)",
        .timeLimit(.minutes(1)),
        arguments: [0, -1, 3])
    func oddSequence(number: Int) async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) { connection, line in
            let call = Task { try await connection.invoke("x", json: []) }
            _ = try await line.next()
            let states = connection.states
            try await line.send(invocation(1))
            line.cut()
            let second = try await peer.line()
            try await second.send(sequence(number))
            let end = await wait(for: states) { $0.isDisconnected }
            #expect(end?.reason?.kind == .protocolViolation)
            let error = await #expect(throws: HubError.self) { try await call.value }
            #expect(error?.mayHaveRun == true)
            #expect(peer.upgradeCount == 2)
        }
    }

    @Test("confirms what came within about a second, once for all (case 101)", .timeLimit(.minutes(1)))
    func acknowledgements() async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) { _, line in
            let started = ContinuousClock.now
            for number in 1...20 { try await line.send(invocation(number)) }
            // Not counted.
            try await line.send(#"{"type":6}"#, #"{"type":77}"#, acknowledgement(0))
            #expect(try await line.next() == acknowledgement(20))
            // A second, and much patience with a busy machine.
            #expect(ContinuousClock.now - started < .seconds(10))
            try await line.send(#"{"type":3,"invocationId":"nobody"}"#)
            #expect(try await line.next() == acknowledgement(21))
        }
    }

    @Test("confirms early when much has come", .timeLimit(.minutes(1)))
    func earlyAcknowledgement() async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) { _, line in
            let large = #"{"type":1,"target":"n","arguments":["\#(String(repeating: "x", count: 40_000))"]}"#
            for number in 1...20 {
                try await line.send(large)
                #expect(try await line.next() == acknowledgement(number))
            }
        }
    }

    @Test("senders wait while too much is not confirmed, and go on when it is (case 102)", .timeLimit(.minutes(1)))
    func backPressure() async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) {
            $0.statefulBufferBytes = 100
        } _: { connection, line in
            // Each has 41 bytes with its separator.
            for number in 1...3 { try await connection.send("m", json: ["\(number)"]) }
            let more = (4...5).map { number in Task { try await connection.send("m", json: ["\(number)"]) } }
            #expect(try await line.next(3) == (1...3).map(sent))
            // Pings are not held up, and what comes is delivered.
            var invocations = connection.invocations.makeAsyncIterator()
            try await line.send(invocation(1))
            #expect(await invocations.next()?.arguments == "[1]")
            try await line.send(acknowledgement(3))
            for task in more { try await task.value }
            #expect(Set(try await line.next(2)) == Set((4...5).map(sent)))
        }
    }

    @Test("senders that wait are told when the connection ends, or their task is cancelled", .timeLimit(.minutes(1)))
    func waitingSenders() async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) {
            $0.statefulBufferBytes = 10
        } _: { connection, line in
            try await connection.send("m", json: ["1"])
            let cancelled = Task { try await connection.send("m", json: ["2"]) }
            let waiting = Task { try await connection.send("m", json: ["3"]) }
            #expect(try await line.next() == sent(1))
            cancelled.cancel()
            await #expect(throws: HubError.self) { try await cancelled.value }
            try await line.send(#"{"type":7,"error":"enough"}"#)
            let error = await #expect(throws: HubError.self) { try await waiting.value }
            #expect(error?.kind == .closedByServer)
        }
    }

    @Test("gives up on a server that asks without end and confirms nothing", .timeLimit(.minutes(1)))
    func unconfirmed() async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) {
            $0.statefulBufferBytes = 1_000
        } _: { connection, line in
            let states = connection.states
            for number in 0..<1_000 {
                let question = #"{"type":1,"invocationId":"\#(number)","target":"nobody","arguments":[]}"#
                do { try await line.send(question) } catch { break }
            }
            let end = await wait(for: states) { $0.isDisconnected }
            #expect(end?.reason?.kind == .lost)
        }
    }
}
