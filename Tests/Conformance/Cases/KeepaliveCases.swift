import JSON
import Runtime
import SignalRClient
import Testing

extension Conformance {
    @Suite("Keepalive and close") struct Keepalive {}
}

extension Conformance.Keepalive {
    @Test("73. An idle client pings at its interval, a busy one does not", arguments: ConformanceCase.servers(73))
    func pings(_ server: Server) async throws {
        try await prove(73, server) { bench in
            if ClientFactory.isOurs { try #require(HubConnectionOptions().pingInterval == .seconds(15)) }
            let interval = Duration.milliseconds(300)
            let (client, socket, _) = try await bench.connected { $0.pingInterval = interval }
            let idle = try await socket.records.wait(for: "six pings") { records in
                let pings = records.filter { $0.type == 6 }
                return pings.count >= 6 ? pings : nil
            }
            // Five intervals between the first and the last. Not gap by gap: one ping may come late and the next in time.
            let span = idle[5].moment - idle[0].moment
            try #require(span > interval * 3.5 && span < .seconds(10), "six pings within \(span)")
            let start = ContinuousClock.now
            while ContinuousClock.now < start + interval * 4 { try await socket.proveAlive(client) }
            let busy = socket.records.all.filter { $0.type == 6 && $0.moment > start + interval }
            // One that pings whatever it sends would have sent three; one may come when the machine stalls.
            try #require(busy.count < 2, "a busy client sent \(busy.count) pings")
        }
    }

    @Test("74. The first ping right after the handshake", arguments: ConformanceCase.servers(74))
    func firstPing(_ server: Server) async throws {
        try await prove(74, server) { bench in
            let (_, socket, _) = try await bench.connected()
            let records = try await socket.records.wait(for: "first ping", within: .seconds(5)) { records in
                records.count >= 2 ? records : nil
            }
            try #require(records[1].type == 6)
        }
    }

    @Test("75. A silent server: a timeout error and the reconnect path", arguments: ConformanceCase.servers(75))
    func silence(_ server: Server) async throws {
        try await prove(75, server) { bench in
            if ClientFactory.isOurs { try #require(HubConnectionOptions().serverTimeout == .seconds(30)) }
            let (client, socket, peer) = try await bench.connected { options in
                options.serverTimeout = .milliseconds(500)
                options.reconnectDelays = [.zero]
            }
            // Pings of the server keep it up beyond its limit.
            let start = ContinuousClock.now
            while ContinuousClock.now < start + .seconds(1) {
                socket.send(#"{"type":6}^"#)
                try await socket.proveAlive(client)
            }
            try #require(!client.events.all.contains { $0.isReconnecting })
            let failure = try #require(try await client.reconnecting())
            try #require(failure.isOne(of: "server-timeout"), "\(failure)")
            try await socket.ending()
            _ = try await peer.hub(2)
            try await client.reconnected()
        }
    }

    @Test("76. A big message that trickles in: no timeout", arguments: ConformanceCase.servers(76))
    func trickle(_ server: Server) async throws {
        try await prove(76, server) { bench in
            let (client, socket, _) = try await bench.connected(listeningTo: "t") { options in
                options.serverTimeout = .milliseconds(600)
                options.reconnectDelays = [.zero]
            }
            let text = "\"" + String(repeating: "x", count: 9_000) + "\""
            let frame = PeerSocket.frame(1, PeerSocket.bytes(#"{"type":1,"target":"t","arguments":[\#(text)]}^"#))
            for start in stride(from: 0, to: frame.count, by: 1_000) {
                socket.send(raw: Array(frame[start..<min(start + 1_000, frame.count)]))
                // The slow link itself, not a wait for something.
                try await Task.sleep(for: .milliseconds(150))
            }
            try #require(try await client.invocations(1) == ["[\(text)]"])
            try #require(!client.events.all.contains { $0.isReconnecting })
        }
    }

    @Test("78. Close without error", arguments: ConformanceCase.servers(78))
    func plainClose(_ server: Server) async throws {
        try await prove(78, server) { bench in
            let (client, socket, _) = try await bench.connected(listeningTo: "t")
            socket.send(#"{"type":7}^{"type":1,"target":"t","arguments":["behind Close"]}^"#)
            let failure = try await client.disconnected()
            try #require(failure == nil || failure?.isOne(of: "closed-by-server") == true)
            try await socket.ending()
            try #require(!client.events.all.contains { $0.arguments != nil })
        }
    }

    @Test("79. Close with an error", arguments: ConformanceCase.servers(79))
    func closeWithError(_ server: Server) async throws {
        try await prove(79, server) { bench in
            let (client, socket, _) = try await bench.connected()
            let call = Call(client)
            _ = try await socket.call()
            socket.send(#"{"type":7,"error":"Connection closed with an error."}^"#)
            let failure = try #require(try await client.disconnected())
            try #require(failure.isOne(of: "closed-by-server") && failure.says("closed with an error"), "\(failure)")
            _ = try await call.failure()
        }
    }

    @Test("80. allowReconnect: reconnects with a policy, ends without", arguments: ConformanceCase.servers(80))
    func allowReconnect(_ server: Server) async throws {
        try await prove(80, server) { bench in
            guard server == .scripted else {
                // A message over the server's limit of 32 KiB is answered by a Close that allows to come back.
                let long = "\"" + String(repeating: "x", count: 40_000) + "\""
                let patient = try await bench.started { $0.reconnectDelays = [.zero, .milliseconds(100)] }
                try await patient.send("Echo", long)
                try await patient.reconnected()
                try #require(try await patient.invoke("Echo", "1") == "1")
                let other = try await bench.started()
                try await other.send("Echo", long)
                try await other.disconnected()
                return
            }
            let close = #"{"type":7,"error":"x","allowReconnect":true}^"#
            let (patient, socket, peer) = try await bench.connected { $0.reconnectDelays = [.zero] }
            socket.send(close)
            try await patient.reconnecting()
            _ = try await peer.hub(2)
            try await patient.reconnected()
            let (other, otherSocket, _) = try await bench.connected()
            otherSocket.send(close)
            try await other.disconnected()
            try #require(!other.events.all.contains { $0.isReconnecting })
        }
    }

    @Test("81. No allowReconnect: ends in spite of a policy", arguments: ConformanceCase.servers(81))
    func noReconnect(_ server: Server) async throws {
        try await prove(81, server) { bench in
            let client: any ClientUnderTest
            if server == .scripted {
                let (made, socket, _) = try await bench.connected { $0.reconnectDelays = [.zero, .zero] }
                client = made
                socket.send(#"{"type":7,"error":"x","allowReconnect":false}^"#)
            } else {
                client = try await bench.started("conformance-plain") { $0.reconnectDelays = [.zero, .zero] }
                try await client.send("End", "\"abort\"")
            }
            try await client.disconnected()
            try #require(!client.events.all.contains { $0.isReconnecting })
        }
    }

    @Test("82. Closed without a Close message: reconnects, with the code", arguments: ConformanceCase.servers(82))
    func closeCodes(_ server: Server) async throws {
        try await prove(82, server) { bench in
            for code in [1000, 1001, 1006, 1009, 1011] {
                let (client, socket, peer) = try await bench.connected { $0.reconnectDelays = [.zero] }
                if code == 1006 { socket.cut() } else { socket.close(code, "because") }
                let failure = try await client.reconnecting()
                if code != 1000, code != 1006 {
                    try #require(failure?.says("\(code)") == true, "\(code): \(String(describing: failure))")
                }
                _ = try await peer.hub(2)
                try await client.reconnected()
                await client.stop()
            }
        }
    }

    @Test("84. Stop: Close message, then 1000; a silent peer is left after 5 s", arguments: ConformanceCase.servers(84))
    func goodBye(_ server: Server) async throws {
        try await prove(84, server) { bench in
            let (client, socket, _) = try await bench.connected()
            await client.stop()
            try #require(try await socket.ending() == .close(code: 1000))
            try #require(socket.records.all.last?.type == 7)
            try #require(socket.records.all.last?.json?["error"] == nil)
            let (other, silent, _) = try await bench.connected()
            silent.answersClose.withLock { $0 = false }
            let start = ContinuousClock.now
            await other.stop()
            let took = ContinuousClock.now - start
            try #require(took > .seconds(3) && took < .seconds(8), "stop took \(took)")
            _ = try await silent.endings.wait(for: "end of the socket") { $0.contains(.end) ? true : nil }
        }
    }

    @Test("85. Start after stop on the same object", arguments: ConformanceCase.servers(85))
    func startAgain(_ server: Server) async throws {
        try await prove(85, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started()
                try await client.on("told")
                await client.stop()
                try await client.start()
                try #require(try await client.invoke("Echo", "1") == "1")
                try await client.send("SendMe", "\"told\"", "[1]")
                try #require(try await client.invocations(1) == ["[1]"])
                return
            }
            let (client, socket, peer) = try await bench.connected()
            // While it runs a start is refused, and changes nothing.
            _ = try await startFailure(client)
            try await socket.proveAlive(client)
            await client.stop()
            let second = try await peer.hub(starting: client, 2)
            try await second.proveAlive(client)
        }
    }
}
