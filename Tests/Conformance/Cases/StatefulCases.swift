import JSON
import Testing

extension Conformance {
    @Suite("Stateful reconnect") struct Stateful {}
}

extension Conformance.Stateful {
    private static func noticedNothing(_ client: any ClientUnderTest) throws {
        try require(!client.events.all.contains { $0.isReconnecting || $0.isDisconnected }, "\(client.events.all)")
        try require(client.events.all.filter { $0.isConnected }.count == 1, "\(client.events.all)")
    }

    @Test(
        "95. A drop without a Close frame: nothing is noticed, calls complete", arguments: ConformanceCase.servers(95))
    func drop(_ server: Server) async throws {
        try await prove(95, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started { $0.isStateful = true }
                let stream = try await client.stream("Count", "40", "20")
                try #require(try await stream.next() == "0")
                try await client.send("End", "\"cut\"")
                let call = Call(client, "Echo", ["\"pending\""])
                try #require(try await items(stream) == (1..<40).map { "\($0)" })
                try #require(try await call.result() == "\"pending\"")
                try Self.noticedNothing(client)
                let id = try #require(try await client.connectedID())
                try #require(try await client.invoke("ConnectionId") == "\"\(id)\"")
                return
            }
            let (client, socket, peer) = try await bench.stateful()
            let call = Call(client)
            let id = try await socket.call().id
            socket.cut()
            let second = try await peer.reattachment(sequence: 1)
            try #require(try await second.nextTracked("replayed call").id == id)
            second.sequence(1)
            second.complete(id, #","result":"after the drop""#)
            try #require(try await call.result() == "\"after the drop\"")
            try Self.noticedNothing(client)
        }
    }

    @Test(
        "96. The reattachment: no negotiation, no handshake, first a Sequence", arguments: ConformanceCase.servers(96))
    func reattachment(_ server: Server) async throws {
        try await prove(96, server) { bench in
            let (client, socket, peer) = try await bench.stateful { $0.tokens = ["first", "second"] }
            socket.cut()
            let second = try await peer.reattachment(sequence: 1)
            try #require(second.request.target == socket.request.target)
            try #require(second.request.header("authorization") == "Bearer second")
            try #require(peer.requests.all.filter { $0.isNegotiation }.count == 1)
            try #require(second.records.all.first?.type == 9)
            second.sequence(1)
            let call = Call(client)
            second.complete(try await second.nextTracked("call").id, #","result":1"#)
            try #require(try await call.result() == "1")
            try #require(!second.records.all.contains { $0.json?["protocol"] != nil })
        }
    }

    @Test("97. An empty buffer: Sequence is one above the last sent", arguments: ConformanceCase.servers(97))
    func emptyBuffer(_ server: Server) async throws {
        try await prove(97, server) { bench in
            let (client, socket, peer) = try await bench.stateful(listeningTo: "t")
            for number in 1...2 {
                try await client.send("m", "\(number)")
                _ = try await socket.nextTracked("message")
            }
            socket.acknowledge(2)
            // Behind the Ack: when this has come, that has too.
            socket.invoke("t")
            _ = try await client.invocations(1)
            socket.cut()
            let second = try await peer.reattachment(sequence: 3)
            second.sequence(2)
            try Self.noticedNothing(client)
        }
    }

    @Test("98. Three unacknowledged are replayed byte for byte", arguments: ConformanceCase.servers(98))
    func replay(_ server: Server) async throws {
        try await prove(98, server) { bench in
            let (client, socket, peer) = try await bench.stateful()
            var sent: [String] = []
            for number in 1...3 {
                try await client.send("m", "\(number)", "\"é\"")
                sent.append(try await socket.nextTracked("message").text)
            }
            socket.cut()
            let second = try await peer.reattachment(sequence: 1)
            second.sequence(1)
            for text in sent { try #require(try await second.nextTracked("replayed message").text == text) }
            try await client.send("m", "4")
            try #require(try await second.nextTracked("message").json?["arguments"] == [4])
        }
    }

    @Test("99. The server replays five, three of them seen: two delivered", arguments: ConformanceCase.servers(99))
    func duplicates(_ server: Server) async throws {
        try await prove(99, server) { bench in
            let (client, socket, peer) = try await bench.stateful(listeningTo: "t")
            for number in 1...3 { socket.invoke("t", "[\(number)]") }
            _ = try await client.invocations(3)
            socket.cut()
            let second = try await peer.reattachment(sequence: 1)
            second.sequence(1)
            for number in 1...5 { second.invoke("t", "[\(number)]") }
            second.invoke("t", "[\"end\"]")
            try #require(try await client.invocations(6) == ["[1]", "[2]", "[3]", "[4]", "[5]", "[\"end\"]"])
            try Self.noticedNothing(client)
        }
    }

    @Test("100. A Sequence above the next or below 1: closed with an error", arguments: ConformanceCase.servers(100))
    func badSequence(_ server: Server) async throws {
        try await prove(100, server) { bench in
            for number in [2, 99, 0, -1] {
                let (client, socket, peer) = try await bench.stateful()
                let call = Call(client)
                _ = try await socket.call()
                socket.cut()
                let second = try await peer.reattachment(sequence: 1)
                second.sequence(number)
                let failure = try #require(try await client.disconnected())
                try #require(failure.isOne(of: "protocol-violation"), "\(number): \(failure)")
                _ = try await call.failure()
            }
        }
    }

    @Test("101. Acknowledged within 1 s, several at once", arguments: ConformanceCase.servers(101))
    func acknowledgements(_ server: Server) async throws {
        try await prove(101, server) { bench in
            let (client, socket, _) = try await bench.stateful(listeningTo: "t")
            for number in 1...5 { socket.invoke("t", "[\(number)]") }
            // Counted too, though nobody takes them.
            socket.invoke("unknown")
            socket.complete("none", #","result":1"#)
            let start = ContinuousClock.now
            _ = try await client.invocations(5)
            let acknowledged = try await socket.records.wait(for: "Ack") { records in
                records.filter { $0.type == 8 }.last.flatMap { $0.json?["sequenceId"] == 7 ? $0 : nil }
            }
            // A second, and what the timers' grain and a busy machine add.
            try #require(acknowledged.moment - start < .seconds(3))
            let all = socket.records.all.filter { $0.type == 8 }
            try #require(all.count <= 2, "\(all.count) Acks for seven messages that came at once")
        }
    }

    @Test(
        "102. A full buffer: the sender waits, resumes on an Ack, fails on close",
        arguments: ConformanceCase.servers(102))
    func fullBuffer(_ server: Server) async throws {
        try await prove(102, server) { bench in
            let (client, socket, _) = try await bench.stateful(listeningTo: "t") { $0.statefulBufferBytes = 1_000 }
            let long = "\"" + String(repeating: "x", count: 600) + "\""
            // One task sends message after message until one fails.
            let ended = Journal<Bool>()
            let sending = Task {
                do {
                    while true {
                        try await client.send("m", long)
                        ended.add(true)
                    }
                } catch {
                    ended.add(false)
                }
            }
            for _ in 1...2 { _ = try await socket.nextTracked("message") }
            // Two are more than the buffer: whether the second one's sender waits or the third one's, nobody goes on while
            // the client does other things.
            for number in 1...3 {
                socket.invoke("t", "[\(number)]")
                _ = try await client.invocations(number)
            }
            let before = ended.all.count
            try #require(before <= 2, "\(before) messages were sent")
            socket.acknowledge(2)
            for _ in 3...4 { _ = try await socket.nextTracked("message") }
            _ = try await ended.wait(for: "senders that go on") { $0.count == before + 2 ? true : nil }
            socket.invoke("t", "[4]")
            _ = try await client.invocations(4)
            try #require(ended.all.count == before + 2)
            socket.send(#"{"type":7}^"#)
            try await client.disconnected()
            try await within("failure of the sender that waits") { await sending.value }
            try #require(ended.all.last == false)
        }
    }

    @Test("103. A Close frame or Close message: no reattachment", arguments: ConformanceCase.servers(103))
    func closed(_ server: Server) async throws {
        try await prove(103, server) { bench in
            for end in [
                { (socket: PeerSocket) in socket.close(1000) }, { $0.close(1011) }, { $0.send(#"{"type":7}^"#) },
            ] {
                let (client, socket, peer) = try await bench.stateful()
                let call = Call(client)
                _ = try await socket.call()
                end(socket)
                try await client.disconnected()
                _ = try await call.failure()
                await client.stop()
                try #require(peer.requests.all.count == 2, "\(peer.requests.all)")
            }
        }
    }

    @Test(
        "104. 404 at the reattachment: an ordinary reconnect, numbers begin anew",
        arguments: ConformanceCase.servers(104))
    func forgotten(_ server: Server) async throws {
        try await prove(104, server) { bench in
            let (client, socket, peer) = try await bench.stateful { $0.reconnectDelays = [.zero] }
            let call = Call(client)
            _ = try await socket.call()
            socket.cut()
            try await peer.upgrade().respond(404)
            _ = try await call.failure()
            try await client.reconnecting()
            let fresh = try await peer.hub(1, isStateful: true)
            try #require(try await client.reconnected() == "public-1")
            try #require(fresh.records.all.first?.json?["version"] == 2)
            try await client.send("m", "1")
            _ = try await fresh.nextTracked("message")
            fresh.cut()
            let again = try await peer.reattachment(sequence: 1)
            again.sequence(1)
            try #require(try await again.nextTracked("replayed message").json?["arguments"] == [1])
        }
    }

    @Test("105. A second drop during the replay: still exactly once", arguments: ConformanceCase.servers(105))
    func secondDrop(_ server: Server) async throws {
        try await prove(105, server) { bench in
            let (client, socket, peer) = try await bench.stateful(listeningTo: "t")
            for number in 1...3 { try await client.send("m", "\(number)") }
            for _ in 1...3 { _ = try await socket.nextTracked("message") }
            socket.invoke("t", "[1]")
            _ = try await client.invocations(1)
            socket.cut()
            let second = try await peer.reattachment(sequence: 1)
            second.sequence(1)
            for number in 1...2 { second.invoke("t", "[\(number)]") }
            _ = try await client.invocations(2)
            _ = try await second.nextTracked("first replayed message")
            second.cut()
            let third = try await peer.reattachment(sequence: 1)
            third.sequence(1)
            for number in 1...4 { third.invoke("t", "[\(number)]") }
            for number in 1...3 {
                let replayed = try await third.nextTracked("replayed message")
                try #require(replayed.json?["arguments"] == [.number(JSONNumberText(number))])
            }
            try #require(try await client.invocations(4) == (1...4).map { "[\($0)]" })
            try await client.send("m", "4")
            try #require(try await third.nextTracked("message").json?["arguments"] == [4])
            try Self.noticedNothing(client)
        }
    }

    @Test("106. Stop while detached", arguments: ConformanceCase.servers(106))
    func stopping(_ server: Server) async throws {
        try await prove(106, server) { bench in
            let (client, socket, peer) = try await bench.stateful { $0.reconnectDelays = [.zero] }
            let call = Call(client)
            _ = try await socket.call()
            socket.cut()
            _ = try await peer.upgrade()
            let start = ContinuousClock.now
            await client.stop()
            try #require(ContinuousClock.now - start < .seconds(4))
            try #require(try await client.disconnected() == nil)
            _ = try await call.failure()
            try #require(client.events.all.filter { $0.isDisconnected }.count == 1)
        }
    }

    @Test("107. What is sent while detached is delivered once, in order", arguments: ConformanceCase.servers(107))
    func detached(_ server: Server) async throws {
        try await prove(107, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started { $0.isStateful = true }
                try await client.on("t")
                try await client.send("End", "\"cut\"")
                for number in 1...20 { try await client.send("SendMe", "\"t\"", "[\(number)]") }
                try #require(try await client.invocations(20) == (1...20).map { "[\($0)]" })
                try #require(try await client.invoke("Echo", "1") == "1")
                try #require(client.events.all.compactMap(\.arguments).count == 20)
                try Self.noticedNothing(client)
                return
            }
            let (client, socket, peer) = try await bench.stateful()
            socket.cut()
            let upgrade = try await peer.upgrade()
            for number in 1...3 { try await client.send("m", "\(number)") }
            let second = upgrade.upgrade()
            second.sequence(1)
            try #require(try await second.next("Sequence").json == ["type": 9, "sequenceId": 1])
            for number in 1...4 {
                if number == 4 { try await client.send("m", "4") }
                let record = try await second.nextTracked("message")
                try #require(record.json?["arguments"] == [.number(JSONNumberText(number))], "\(record)")
            }
            try Self.noticedNothing(client)
        }
    }

    @Test("108. A server without it: everything else works", arguments: ConformanceCase.servers(108))
    func refused(_ server: Server) async throws {
        try await prove(108, server) { bench in
            func tune(_ options: inout ClientOptions) {
                options.isStateful = true
                options.reconnectDelays = [.zero, .milliseconds(100), .seconds(1)]
            }
            guard server == .scripted else {
                let client = try await bench.started("conformance-plain", tune)
                try #require(try await client.invoke("Echo", "1") == "1")
                try await client.send("End", "\"cut\"")
                try await client.reconnected()
                try #require(try await client.invoke("Echo", "1") == "1")
                return
            }
            let (client, socket, peer) = try await bench.connected(isStateful: false, tune)
            try #require(socket.records.all.first?.json?["version"] == 1)
            try await socket.proveAlive(client)
            socket.cut()
            let second = try await peer.hub(2)
            try await client.reconnected()
            try await second.proveAlive(client)
            try #require(!(socket.records.all + second.records.all).contains { [8, 9].contains($0.type) })
        }
    }
}
