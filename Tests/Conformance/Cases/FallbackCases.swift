import JSON
import Testing

extension Conformance {
    @Suite("Authentication, server-sent events, long polling") struct Fallback {}
}

extension Conformance.Fallback {
    @Test(
        "15. The first transport fails: a new negotiation, the next transport", arguments: ConformanceCase.servers(15))
    func nextTransport(_ server: Server) async throws {
        try await prove(15, server) { bench in
            guard server == .scripted else {
                guard let real = try await bench.real() as? GenuineServer else { return }
                try await real.spoil(["path": "/hubs/conformance", "method": "GET", "count": 1, "status": 503])
                let client = try await bench.started()
                try #require(try await client.invoke("Transport") == "\"ServerSentEvents\"")
                return
            }
            let peer = try bench.peer()
            let client = try await bench.client(peer.url)
            async let started: Void = client.start()
            try await peer.negotiation().respond(json: ScriptedPeer.negotiation(1))
            let webSocket = try await peer.upgrade()
            try #require(webSocket.query == ["id=secret-1"])
            webSocket.respond(503)
            try await peer.negotiation().respond(json: ScriptedPeer.negotiation(2))
            let events = try await peer.events()
            try #require(events.request.query.contains("id=secret-2"))
            let handshake = try await peer.post()
            try #require(handshake.query.contains("id=secret-2"))
            handshake.respond(200)
            events.send("{}^")
            try await started
            try #require(try await client.connectedID() == "public-2")
        }
    }

    @Test("77. Long polling stays up when idle, without pings", arguments: ConformanceCase.servers(77))
    func idlePolling(_ server: Server) async throws {
        try await prove(77, server) { bench in
            func tune(_ options: inout ClientOptions) {
                options.transports = ["LongPolling"]
                options.pingInterval = .milliseconds(50)
                options.serverTimeout = .milliseconds(150)
            }
            // Ten times what would end another transport; a server's real poll lasts 90 s, which changes nothing here.
            let idle = Duration.milliseconds(1_500)
            guard server == .scripted else {
                let client = try await bench.started("conformance", tune)
                // Time is the matter here: that nothing happens in it.
                try await Task.sleep(for: idle)
                try #require(try await client.invoke("Transport") == "\"LongPolling\"")
                try #require(!client.events.all.contains { $0.isReconnecting || $0.isDisconnected })
                return
            }
            let peer = try bench.peer()
            let client = try await bench.client(peer.url, tune)
            try await client.on("t")
            var poll = try await peer.poll(starting: client)
            let polls = peer.requests.all.count { $0.method == "GET" }
            // As above.
            try await Task.sleep(for: idle)
            try #require(peer.requests.all.count { $0.method == "GET" } == polls, "it polled again while idle")
            // A server that has nothing to say ends the poll; the client asks again.
            poll.respond(200)
            poll = try await peer.nextPoll(answeringPosts: true)
            // Which may come behind the poll that is waiting.
            let posts = peer.requests.all.count { $0.method == "POST" && !$0.isNegotiation }
            try #require(posts == 1, "\(posts) posts instead of the handshake's: it pings")
            poll.respond(200, "{\"type\":1,\"target\":\"t\",\"arguments\":[1]}\u{1E}")
            try #require(try await client.invocations(1) == ["[1]"])
        }
    }

    @Test("109. No token: no header", arguments: ConformanceCase.servers(109))
    func noToken(_ server: Server) async throws {
        try await prove(109, server) { bench in
            for tokens: [String?]? in [nil, [nil], [""]] {
                if server == .scripted {
                    let (_, socket, peer) = try await bench.connected { $0.tokens = tokens }
                    try #require(peer.requests.all.allSatisfy { $0.header("authorization") == nil })
                    try #require(!socket.request.target.contains("access_token"))
                } else {
                    let client = try await bench.started { $0.tokens = tokens }
                    let header = try await client.invoke("Header", "\"Authorization\"")
                    // A missing field reads as empty there.
                    try #require(header == "null" || header == "\"\"")
                }
            }
        }
    }

    @Test("110. 401 on a poll: one new token, and again", arguments: ConformanceCase.servers(110))
    func refusedPoll(_ server: Server) async throws {
        try await prove(110, server) { bench in
            let peer = try bench.peer()
            let client = try await bench.client(peer.url) { options in
                options.transports = ["LongPolling"]
                options.tokens = ["old", "new"]
            }
            try await client.on("t")
            let poll = try await peer.poll(starting: client)
            try #require(poll.header("authorization") == "Bearer old")
            poll.respond(401)
            let again = try await peer.nextPoll(answeringPosts: true)
            try #require(again.header("authorization") == "Bearer new")
            again.respond(200, "{\"type\":1,\"target\":\"t\",\"arguments\":[1]}\u{1E}")
            try #require(try await client.invocations(1) == ["[1]"])
            // Refused once more it is over.
            let last = try await peer.nextPoll(answeringPosts: true)
            last.respond(401)
            try await peer.nextPoll(answeringPosts: true).respond(401)
            let failure = try #require(try await client.disconnected())
            try #require(failure.isOne(of: "unauthorized", "lost"), "\(failure)")
        }
    }

    @Test("112. Server-sent events: line ends, data lines, comments, splits", arguments: ConformanceCase.servers(112))
    func eventSyntax(_ server: Server) async throws {
        try await prove(112, server) { bench in
            let peer = try bench.peer()
            let client = try await bench.client(peer.url) { $0.transports = ["ServerSentEvents"] }
            try await client.on("t")
            let events = try await peer.events(starting: client)
            func message(_ json: String) -> String { #"{"type":1,"target":"t","arguments":[\#(json)]}^"# }
            events.write("data: \(message("1"))\r\n\r\n")
            events.write("data:\(message("2"))\n\n")
            events.write(": a comment\r\n\r\n:\n\nevent: x\nid: 7\nretry: 5\ndata: \(message("3"))\n\n")
            events.write("data: {\"type\":1,\r\ndata: \"target\":\"t\",\r\ndata:\"arguments\":[4]}^\r\n\r\n")
            let (head, tail) = ("data: {\"type\":1,\"target\":\"t\",\"argu", "ments\":[\"é\"]}^\r\n\r")
            events.write(head)
            events.write(tail)
            events.write("\n\n\r\n")
            // One event may hold several records, and one record several events.
            events.write("data: \(message("6"))\(message("7"))\n\n")
            events.write("data: {\"type\":1,\"target\":\"t\",\n\ndata: \"arguments\":[8]}^\n\n")
            try #require(
                try await client.invocations(8) == ["[1]", "[2]", "[3]", "[4]", "[\"é\"]", "[6]", "[7]", "[8]"])
            events.end()
            try await client.disconnected()
        }
    }

    @Test("113. Posts one at a time, batched, in order", arguments: ConformanceCase.servers(113))
    func posts(_ server: Server) async throws {
        try await prove(113, server) { bench in
            let peer = try bench.peer()
            let client = try await bench.client(peer.url) { options in
                options.transports = ["ServerSentEvents"]
                options.pingInterval = .seconds(3600)
            }
            let events = try await peer.events(starting: client)
            var held = try await peer.post()
            if held.body.contains("\"type\":6") {
                held.respond(200)
                try await client.send("m", "0")
                held = try await peer.post()
            } else {
                try await client.send("m", "0")
            }
            // While one is on its way, the others gather.
            for number in 1...3 { try await client.send("m", "\(number)") }
            let before = peer.requests.all.count
            held.respond(200)
            let batch = try await peer.post()
            try #require(peer.requests.all.count == before + 1)
            let records = batch.body.split(separator: "\u{1E}").map { String($0) }
            try #require(records.filter { $0.contains("\"m\"") }.suffix(3).count == 3, "\(batch.body)")
            let numbers = records.compactMap { try? JSONValue(parsing: $0)["arguments"]?[0] }
            try #require(numbers.suffix(3) == [1, 2, 3])
            try #require(batch.header("content-type")?.contains("text/plain") == true)
            batch.respond(200)
            events.end()
        }
    }

    @Test("114. 204 ends long polling; stop sends DELETE", arguments: ConformanceCase.servers(114))
    func endOfPolling(_ server: Server) async throws {
        try await prove(114, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started("conformance-poll") { $0.transports = ["LongPolling"] }
                try #require(try await client.invoke("Echo", "1") == "1")
                await client.stop()
                try #require(try await client.disconnected() == nil)
                return
            }
            let peer = try bench.peer()
            let client = try await bench.client(peer.url) { $0.transports = ["LongPolling"] }
            try await peer.poll(starting: client).respond(204)
            let failure = try await client.disconnected()
            try #require(failure == nil || failure?.isOne(of: "lost", "closed-by-server") == true)
            let other = try bench.peer()
            let stopped = try await bench.client(other.url) { $0.transports = ["LongPolling"] }
            _ = try await other.poll(starting: stopped)
            async let stop: Void = stopped.stop()
            var request = try await other.requests.next("request of a client that stops")
            while request.method != "DELETE" {
                request.respond(200)
                request = try await other.requests.next("DELETE")
            }
            try #require(request.query.contains("id=secret-1"))
            request.respond(202)
            await stop
            try #require(try await stopped.disconnected() == nil)
        }
    }
}
