import JSON
import SignalRClient
import Testing

extension Conformance {
    @Suite("Reconnect") struct Reconnect {}
}

extension Conformance.Reconnect {
    @Test("86. Delays are kept before the attempts; four, then closed", arguments: ConformanceCase.servers(86))
    func delays(_ server: Server) async throws {
        try await prove(86, server) { bench in
            let delays: [Duration] = [.zero, .milliseconds(200), .milliseconds(400), .milliseconds(600)]
            let (client, socket, peer) = try await bench.connected { $0.reconnectDelays = delays }
            socket.cut()
            var last = ContinuousClock.now
            for delay in delays {
                let attempt = try await peer.negotiation()
                let gap = attempt.moment - last
                try #require(gap > delay - .milliseconds(20) && gap < delay + .seconds(3), "\(gap), not \(delay)")
                last = .now
                attempt.respond(503)
            }
            let failure = try #require(try await client.disconnected())
            try #require(failure.says("503") || !failure.isOne(of: "http-status"), "\(failure)")
            try #require(peer.requests.all.filter { $0.isNegotiation }.count == 5)
            try #require(client.events.all.filter { $0.isReconnecting }.count == 1)
        }
    }

    @Test("87. A policy that says no at once: closed, no reconnecting event", arguments: ConformanceCase.servers(87))
    func noPolicy(_ server: Server) async throws {
        try await prove(87, server) { bench in
            let (client, socket, peer) = try await bench.connected()
            socket.cut()
            try #require(try await client.disconnected()?.isOne(of: "lost") == true)
            try #require(!client.events.all.contains { $0.isReconnecting })
            try #require(peer.requests.all.count == 2)
        }
    }

    @Test("88. A policy gets count, elapsed time and reason", arguments: ConformanceCase.servers(88))
    func situation(_ server: Server) async throws {
        try await prove(88, server) { bench in
            let asked = Journal<ReconnectSituation>()
            var options = HubConnectionOptions()
            options.reconnect = .custom { situation in
                asked.add(situation)
                return situation.count < 2 ? .milliseconds(100) : nil
            }
            let peer = try bench.peer()
            let client = try bench.add(InProcessClient(peer.url, options))
            try await peer.hub(starting: client).cut()
            try await peer.negotiation().respond(503)
            try await peer.negotiation().respond(401)
            try await client.disconnected()
            try #require(asked.all.map(\.count) == [0, 1, 2])
            try #require(asked.all.map(\.reason.kind) == [.lost, .httpStatus, .unauthorized])
            try #require(asked.all.map(\.reason.status) == [nil, 503, 401])
            let elapsed = asked.all.map(\.elapsed)
            try #require(elapsed[0] < .milliseconds(100))
            try #require(elapsed[1] >= .milliseconds(100) && elapsed[2] >= .milliseconds(200), "\(elapsed)")
        }
    }

    @Test("89. The reconnected client has a new id", arguments: ConformanceCase.servers(89))
    func newID(_ server: Server) async throws {
        try await prove(89, server) { bench in
            let client: any ClientUnderTest
            if server == .scripted {
                let (made, socket, peer) = try await bench.connected { $0.reconnectDelays = [.zero] }
                client = made
                socket.cut()
                _ = try await peer.hub(2)
                try #require(try await client.reconnected() == "public-2")
            } else {
                client = try await bench.started("conformance-plain") { $0.reconnectDelays = [.zero, .seconds(1)] }
                let first = try await client.connectedID()
                try await client.send("End", "\"cut\"")
                let second = try #require(try await client.reconnected())
                try #require(second != first)
                try #require(try await client.invoke("ConnectionId") == "\"\(second)\"")
            }
        }
    }

    @Test("90. The token provider is asked per attempt", arguments: ConformanceCase.servers(90))
    func tokens(_ server: Server) async throws {
        try await prove(90, server) { bench in
            let (client, socket, peer) = try await bench.connected { options in
                options.tokens = ["a", "b", "c", "d", "e", "f"]
                options.reconnectDelays = [.zero, .milliseconds(10), .milliseconds(10), .milliseconds(10)]
            }
            try #require(socket.request.header("authorization")?.hasPrefix("Bearer ") == true)
            socket.cut()
            var shown: [String] = []
            while shown.last != "Bearer d" {
                let attempt = try await peer.negotiation()
                let token = try #require(attempt.header("authorization"))
                try #require(token != shown.last, "the same token after it was refused")
                shown.append(token)
                if token == "Bearer d" {
                    attempt.respond(json: ScriptedPeer.negotiation(2))
                } else {
                    attempt.respond(401)
                }
            }
            _ = try await peer.hub(2)
            try await client.reconnected()
            if ClientFactory.isOurs {
                try #require(client.events.all.contains(.askedForToken(lastWasRefused: true)))
            }
        }
    }

    @Test("91. Stop during a delay and during an attempt: ends at once", arguments: ConformanceCase.servers(91))
    func stopping(_ server: Server) async throws {
        try await prove(91, server) { bench in
            let (delayed, socket, _) = try await bench.connected { $0.reconnectDelays = [.seconds(3600)] }
            socket.cut()
            try await delayed.reconnecting()
            try await Self.stopsAtOnce(delayed)
            let (attempting, second, peer) = try await bench.connected { $0.reconnectDelays = [.zero] }
            second.cut()
            _ = try await peer.negotiation()
            try await Self.stopsAtOnce(attempting)
        }
    }

    private static func stopsAtOnce(_ client: any ClientUnderTest) async throws {
        let start = ContinuousClock.now
        await client.stop()
        try require(ContinuousClock.now - start < .seconds(4), "stop took \(ContinuousClock.now - start)")
        try require(try await client.disconnected() == nil, "a stop is no failure")
    }

    @Test("92. A failed handshake counts as a failed attempt", arguments: ConformanceCase.servers(92))
    func failedHandshake(_ server: Server) async throws {
        try await prove(92, server) { bench in
            let (client, socket, peer) = try await bench.connected {
                $0.reconnectDelays = [.zero, .milliseconds(10), .milliseconds(10)]
            }
            socket.cut()
            _ = try await peer.hub(2, answer: #"{"error":"not now"}^"#)
            let refused = try await peer.webSocket(3)
            _ = try await refused.records.next("handshake")
            refused.cut()
            _ = try await peer.hub(4)
            try #require(try await client.reconnected() == "public-4")
            try #require(!client.events.all.contains { $0.isDisconnected })
        }
    }

    @Test("93. Handlers survive", arguments: ConformanceCase.servers(93))
    func handlers(_ server: Server) async throws {
        try await prove(93, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started("conformance-plain") { $0.reconnectDelays = [.zero, .seconds(1)] }
                try await client.on("told")
                try await client.answer("ask", .result("7"))
                try await client.send("End", "\"cut\"")
                try await client.reconnected()
                try await client.send("SendMe", "\"told\"", "[1]")
                try #require(try await client.invocations(1) == ["[1]"])
                try #require(try await client.invoke("AskMe", "\"ask\"", "[]") == "7")
                return
            }
            let (client, socket, peer) = try await bench.connected(listeningTo: "told") { $0.reconnectDelays = [.zero] }
            try await client.answer("ask", .result("7"))
            socket.cut()
            let second = try await peer.hub(2)
            try await client.reconnected()
            second.invoke("told", "[1]")
            second.invoke("ask", "[]", id: "q")
            try #require(try await client.invocations(1) == ["[1]"])
            try #require(try await second.next("answer").json?["result"] == 7)
        }
    }

    @Test("94. A thousand cycles: no growth", .timeLimit(.minutes(5)), arguments: ConformanceCase.servers(94))
    func cycles(_ server: Server) async throws {
        try await prove(94, server) { bench in
            var options = HubConnectionOptions()
            // Without `stableAfter` the client would take this for a server that throws it out, and slow down.
            options.reconnect = .custom { _ in .zero }
            options.reconnect.stableAfter = .zero
            let client = try bench.add(try await InProcessClient(bench.hub("conformance-plain"), options))
            try await client.start()
            var resting: ProcessUse?
            for cycle in 1...1_000 {
                try await client.send("End", "\"cut\"")
                try await client.reconnected(times: cycle)
                if cycle == 300 { resting = try ProcessUse() }
            }
            try #require(try await client.invoke("Echo", "1") == "1")
            let use = try ProcessUse()
            let before = try #require(resting)
            try #require(use.descriptors <= before.descriptors + 5, "\(before) to \(use)")
            try #require(use.threads <= before.threads + 3, "\(before) to \(use)")
            // The events of the test's own journal grow too.
            try #require(use.memory < before.memory + 4 << 20, "\(before) to \(use)")
        }
    }
}
