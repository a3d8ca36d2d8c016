import HTTPServer
import Runtime
import SignalRClient
import TestWaiting
import Testing

@Suite("Stateful reconnect, what is and what is no loss")
struct StatefulLossTests {
    private func sent(_ number: Int) -> String { #"{"type":1,"target":"m","arguments":[\#(number)]}"# }
    private func sequence(_ number: Int) -> String { #"{"type":9,"sequenceId":\#(number)}"# }

    @Test(
        "the server's Close, a close frame or a violation is no loss: nothing is taken up again (case 103)",
        .timeLimit(.minutes(1)), arguments: ["message", "allowing", "1000", "1011", "violation"])
    func noLoss(how: String) async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) { connection, line in
            let states = connection.states
            let call = Task { try await connection.invoke("x", json: []) }
            _ = try await line.next()
            switch how {
            case "message": try await line.send(#"{"type":7}"#)
            case "allowing": try await line.send(#"{"type":7,"error":"x","allowReconnect":true}"#)
            case "violation": try await line.send("nonsense")
            default: await line.socket.close(code: Int(how) ?? 1000)
            }
            await #expect(throws: HubError.self) { try await call.value }
            #expect(await wait(for: states) { $0.isDisconnected }?.reason != nil)
            #expect(peer.upgradeCount == 1)
        }
    }

    @Test("a server that is silent for too long is a loss", .timeLimit(.minutes(1)))
    func silence() async throws {
        let peer = StatefulPeer()
        try await withStatefulPeer(peer) {
            $0.serverTimeout = .seconds(3)
        } _: { connection, line in
            try await connection.send("m", json: ["1"])
            #expect(try await line.next() == sent(1))
            let second = try await peer.line()
            #expect(try await second.next(2) == [sequence(1), sent(1)])
            #expect(connection.state.isConnected)
        }
    }

    @Test(
        "a server that has forgotten the connection: calls fail, and an ordinary reconnect begins anew (case 104)",
        .timeLimit(.minutes(1)))
    func forgotten() async throws {
        let peer = StatefulPeer { $0 == 2 ? .notFound : nil }
        try await withStatefulPeer(peer) {
            $0.reconnect = .listed([.zero])
        } _: { connection, line in
            let states = connection.states
            let call = Task { try await connection.invoke("x", json: []) }
            _ = try await line.next()
            line.cut()
            let error = await #expect(throws: HubError.self) { try await call.value }
            #expect(error?.kind == .lost)
            #expect(error?.mayHaveRun == true)
            let second = try await peer.opened()
            _ = await wait(for: states) { $0.connectionID == "id2" }
            #expect(peer.negotiations == 2)
            try await connection.send("m", json: ["1"])
            #expect(try await second.next() == sent(1))
            second.cut()
            let third = try await peer.line()
            #expect(try await third.next(2) == [sequence(1), sent(1)])
        }
    }

    @Test("tries more than once while the server remembers", .timeLimit(.minutes(1)))
    func retries() async throws {
        let peer = StatefulPeer { 2...4 ~= $0 ? .serviceUnavailable : nil }
        try await withStatefulPeer(peer) { connection, line in
            line.cut()
            let next = try await peer.line()
            #expect(try await next.next() == sequence(1))
            #expect(peer.upgradeCount == 5)
            #expect(connection.state.isConnected)
        }
    }

    @Test("gives up when the server can't remember any more", .timeLimit(.minutes(1)))
    func window() async throws {
        let peer = StatefulPeer { $0 > 1 ? .serviceUnavailable : nil }
        try await withStatefulPeer(peer) {
            $0.reattachWindow = .seconds(3)
        } _: { connection, line in
            let states = connection.states
            line.cut()
            let end = await wait(for: states) { $0.isDisconnected }
            #expect(end?.reason?.kind == .lost)
            #expect(peer.upgradeCount > 1)
        }
    }

    @Test("asks for a fresh token, and for another one when it is refused", .timeLimit(.minutes(1)))
    func tokens() async throws {
        let peer = StatefulPeer { $0 == 3 ? .unauthorized : nil }
        let asked = Lock<[Bool]>([])
        try await withStatefulPeer(peer) {
            $0.accessToken = { request in
                asked.withLock { asked in
                    asked.append(request.lastWasRefused)
                    return AccessToken("t\(asked.count)")
                }
            }
        } _: { _, line in
            #expect(line.authorization == "Bearer t1")
            line.cut()
            let second = try await peer.line()
            #expect(second.authorization == "Bearer t2")
            second.cut()
            #expect(try await peer.line().authorization == "Bearer t4")
            #expect(asked.withLock { $0 } == [false, false, false, true])
        }
    }

    @Test("stops at once between two transports, and calls end (case 106)", .timeLimit(.minutes(1)))
    func stop() async throws {
        let peer = StatefulPeer { $0 > 1 ? .serviceUnavailable : nil }
        try await withStatefulPeer(peer) { connection, line in
            let call = Task { try await connection.invoke("x", json: []) }
            _ = try await line.next()
            line.cut()
            try await eventually("it is tried") { peer.upgradeCount > 2 }
            let started = ContinuousClock.now
            await connection.stop()
            // Far below the limit of a good-bye that nobody answers.
            #expect(ContinuousClock.now - started < .seconds(4))
            let error = await #expect(throws: HubError.self) { try await call.value }
            #expect(error?.kind == .stopped)
        }
    }

    @Test("what is sent between two transports arrives once and in order (case 107)", .timeLimit(.minutes(1)))
    func sentMeanwhile() async throws {
        let isOpen = Lock(false)
        let peer = StatefulPeer { number in number == 1 || isOpen.withLock { $0 } ? nil : .serviceUnavailable }
        try await withStatefulPeer(peer) { connection, line in
            try await connection.send("m", json: ["1"])
            #expect(try await line.next() == sent(1))
            line.cut()
            try await eventually("it is tried") { peer.upgradeCount > 2 }
            for number in 2...9 { try await connection.send("m", json: ["\(number)"]) }
            let call = Task { try await connection.invoke("x", json: []) }
            try await connection.send("m", json: ["10"])
            isOpen.withLock { $0 = true }
            let second = try await peer.line()
            #expect(try await second.next(10) == [sequence(1)] + (1...9).map(sent))
            try await second.send(sequence(1), #"{"type":3,"invocationId":"1","result":7}"#)
            #expect(try await call.value == "7")
            try await connection.send("m", json: ["11"])
            #expect(try await second.next(3).last == sent(11))
        }
    }

    @Test("an upload goes on over the next transport", .timeLimit(.minutes(1)))
    func upload() async throws {
        let peer = StatefulPeer()
        let (items, more) = AsyncStream<String>.makeStream()
        try await withStatefulPeer(peer) { connection, line in
            let call = Task { try await connection.invoke("Sum", json: [], uploading: [HubUpload(json: items)]) }
            more.yield("1")
            let before = try await line.next(2)
            line.cut()
            let second = try await peer.line()
            #expect(try await second.next(3) == [sequence(1)] + before)
            more.yield("2")
            more.finish()
            #expect(try await second.next()?.contains(#""item":2"#) == true)
            #expect(try await second.next()?.hasPrefix(#"{"type":3,"#) == true)
            call.cancel()
            _ = try? await call.value
        }
    }
}
