import JSON
import SignalRClient
import Testing

extension Conformance {
    @Suite("Handshake") struct Handshake {
        @Test("21. An empty object: connected", arguments: ConformanceCase.servers(21))
        func agreed(_ server: Server) async throws {
            try await prove(21, server) { bench in
                guard server == .scripted else {
                    let client = try await bench.started()
                    try #require(try await client.connectedID() != nil)
                    return
                }
                let (client, socket, _) = try await bench.connected()
                try #require(socket.records.all.first?.text == #"{"protocol":"json","version":1}"#)
                try #require(try await client.connectedID() == "public-1")
            }
        }

        @Test("22. Two messages behind the answer in its frame", arguments: ConformanceCase.servers(22))
        func earlyMessages(_ server: Server) async throws {
            try await prove(22, server) { bench in
                let early = #"{}^{"type":1,"target":"t","arguments":[1]}^{"type":1,"target":"t","arguments":[2]}^"#
                let (client, _, _) = try await bench.connected(listeningTo: "t", answer: early)
                try #require(try await client.invocations(2) == ["[1]", "[2]"])
            }
        }

        @Test("23. An answer in three frames, split inside a character", arguments: ConformanceCase.servers(23))
        func splitAnswer(_ server: Server) async throws {
            try await prove(23, server) { bench in
                let bytes = PeerSocket.bytes(#"{"error":"né"}^"#)
                let cut = try #require(bytes.firstIndex(of: 0xC3)) + 1
                let failure = try await bench.failureOfHandshake { socket in
                    // A character must not be cut by a text message, so these are fragments of one.
                    socket.send(frame: 1, isFinal: false, Array(bytes[..<4]))
                    socket.send(frame: 0, isFinal: false, Array(bytes[4..<cut]))
                    socket.send(frame: 0, Array(bytes[cut...]))
                }
                try #require(failure.isOne(of: "handshake-refused") && failure.says("né"), "\(failure)")
                let peer = try bench.peer()
                let client = try await bench.client(peer.url)
                async let started: Void = client.start()
                let socket = try await peer.webSocket()
                _ = try await socket.records.next("handshake")
                for part in ["{", "}", "^"] { socket.send(part) }
                try await started
            }
        }

        @Test("24. An error: the start fails with it", arguments: ConformanceCase.servers(24))
        func refused(_ server: Server) async throws {
            try await prove(24, server) { bench in
                let failure = try await bench.failureOfHandshake { $0.send(#"{"error":"no room today"}^"#) }
                try #require(failure.isOne(of: "handshake-refused") && failure.says("no room today"), "\(failure)")
            }
        }

        @Test("25. A message instead of an answer: an error", arguments: ConformanceCase.servers(25))
        func messageFirst(_ server: Server) async throws {
            try await prove(25, server) { bench in
                let failure = try await bench.failureOfHandshake { $0.send(#"{"type":6}^{}^"#) }
                try #require(failure.isOne(of: "protocol-violation"), "\(failure)")
            }
        }

        @Test("26. No answer: a timeout, and the socket is closed", arguments: ConformanceCase.servers(26))
        func noAnswer(_ server: Server) async throws {
            try await prove(26, server) { bench in
                if ClientFactory.isOurs { try #require(HubConnectionOptions().handshakeTimeout == .seconds(15)) }
                let failure = try await bench.failureOfHandshake {
                    $0.handshakeTimeout = .milliseconds(200)
                } _: { _ in
                }
                try #require(failure.isOne(of: "handshake-timeout"), "\(failure)")
            }
        }

        @Test(
            "27. Closed before the answer: an error, not a hang", arguments: ConformanceCase.servers(27))
        func closedFirst(_ server: Server) async throws {
            try await prove(27, server) { bench in
                for end in [{ (socket: PeerSocket) in socket.cut() }, { $0.close(1000) }, { $0.close(1011, "why") }] {
                    let failure = try await bench.failureOfHandshake { end($0) }
                    try #require(failure.isOne(of: "lost"), "\(failure)")
                }
            }
        }

        @Test("28. An unknown member is accepted", arguments: ConformanceCase.servers(28))
        func unknownMember(_ server: Server) async throws {
            try await prove(28, server) { bench in
                let (client, _, _) = try await bench.connected(answer: #"{"minorVersion":0}^"#)
                try #require(try await client.connectedID() == "public-1")
            }
        }

        @Test("29. Not JSON: an error", arguments: ConformanceCase.servers(29))
        func notJSON(_ server: Server) async throws {
            try await prove(29, server) { bench in
                for text in ["hello^", "[]^", "{^", "^"] {
                    let failure = try await bench.failureOfHandshake { $0.send(text) }
                    try #require(failure.isOne(of: "protocol-violation"), "\(text): \(failure)")
                }
            }
        }

        @Test("30. The version is 1, and 2 only with stateful reconnect", arguments: ConformanceCase.servers(30))
        func version(_ server: Server) async throws {
            try await prove(30, server) { bench in
                guard server == .scripted else {
                    // What the other side would refuse.
                    for (name, isStateful) in [
                        ("conformance", true), ("conformance", false), ("conformance-plain", true),
                    ] {
                        let client = try await bench.started(name) { $0.isStateful = isStateful }
                        try #require(try await client.invoke("Echo", "1") == "1")
                    }
                    return
                }
                for (asks, agrees, version) in [(false, false, 1), (true, false, 1), (true, true, 2)] {
                    let (_, socket, peer) = try await bench.connected(isStateful: agrees) { $0.isStateful = asks }
                    let negotiation = try #require(peer.requests.all.first)
                    try #require(negotiation.query.contains("useStatefulReconnect=true") == asks)
                    try #require(socket.records.all.first?.json?["version"] == .number(JSONNumberText(version)))
                }
            }
        }
    }
}
