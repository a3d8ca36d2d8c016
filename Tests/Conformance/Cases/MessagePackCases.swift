import JSON
import Testing

extension Conformance {
    @Suite("MessagePack") struct MessagePack {}
}

extension Conformance.MessagePack {
    /// How the connection ends after this.
    private static func failure(_ bench: Bench, limit: Int? = nil, _ bytes: [UInt8]) async throws -> ClientFailure {
        let peer = try bench.peer()
        let client = try await bench.client(peer.url) { options in
            options.speaksMessagePack = true
            options.maximumMessageBytes = limit
        }
        try await client.on("t")
        let socket = try await peer.messagePackHub(starting: client)
        // What is whole in front of it is delivered.
        socket.send(messagePack: PeerSocket.invocation("before") + bytes)
        try #require(try await client.invocations(1) == [#"["before"]"#])
        let failure = try await client.disconnected()
        try await socket.ending()
        return try #require(failure)
    }

    @Test("16. Server-sent events offered first are skipped", arguments: ConformanceCase.servers(16))
    func events(_ server: Server) async throws {
        try await prove(16, server) { bench in
            // Whatever a server says of server-sent events.
            for formats in [#"["Text"]"#, #"["Text","Binary"]"#] {
                let peer = try bench.peer()
                let client = try await bench.client(peer.url) { $0.speaksMessagePack = true }
                async let started: Void = client.start()
                let offers =
                    #"[{"transport":"ServerSentEvents","transferFormats":\#(formats)},"#
                    + #"{"transport":"LongPolling","transferFormats":["Text"]},"#
                    + #"{"transport":"WebSockets","transferFormats":["Text","Binary"]}]"#
                try await peer.negotiation().respond(json: ScriptedPeer.negotiation(offers: offers))
                let socket = try await peer.upgrade().upgrade()
                let hello = try await socket.messages.next("handshake")
                try #require(hello.bytes == PeerSocket.bytes(#"{"protocol":"messagepack","version":1}^"#))
                try #require(!hello.isText)
                socket.send(frame: 2, PeerSocket.bytes("{}^"))
                try await started
                try #require(peer.requests.all.count == 2)
            }
            let peer = try bench.peer()
            let client = try await bench.client(peer.url) { $0.speaksMessagePack = true }
            let start = Task { try await startFailure(client) }
            let only = #"[{"transport":"ServerSentEvents","transferFormats":["Text"]}]"#
            try await peer.negotiation().respond(json: ScriptedPeer.negotiation(offers: only))
            let failure = try await within("failure of the start") { try await start.value }
            try #require(failure.isOne(of: "incompatible") && failure.says("ServerSentEvents"), "\(failure)")
        }
    }

    @Test("115. Framing", arguments: ConformanceCase.servers(115))
    func framing(_ server: Server) async throws {
        try await prove(115, server) { bench in
            guard server == .scripted else { return try await Self.useReal(bench) }
            let peer = try bench.peer()
            let client = try await bench.client(peer.url) { $0.speaksMessagePack = true }
            try await client.on("t")
            let socket = try await peer.messagePackHub(starting: client)
            // What goes out: the reference's example, with the id that the client has chosen.
            let call = Call(client, "Add", ["2", "3"])
            let sent = try await socket.nextMessagePack("call")
            try #require(
                sent.count == 14 && Array(sent[..<4]) == [0x0D, 0x96, 0x01, 0x80] && sent[4] == 0xA1, "\(sent)")
            try #require(Array(sent[6...]) == [0xA3, 0x41, 0x64, 0x64, 0x92, 0x02, 0x03, 0x90], "\(sent)")
            socket.send(messagePack: [0x07, 0x95, 0x03, 0x80, 0xA1, sent[5], 0x03, 0x05])
            try #require(try await call.result() == "5")
            // Lengths in one to five bytes, also longer ones than need be.
            var expected: [String] = []
            for count in 1...5 {
                socket.send(messagePack: PeerSocket.invocation("\(count)", lengthBytes: count))
                expected.append("\(count)")
            }
            for text in [String(repeating: "a", count: 300), String(repeating: "b", count: 40_000)] {
                socket.send(messagePack: PeerSocket.invocation(text))
                expected.append(text)
            }
            // Split at every place, over messages and over fragments.
            let whole = PeerSocket.invocation("split é🎬" + String(repeating: "-", count: 130))
            let text = "split é🎬" + String(repeating: "-", count: 130)
            for cut in 1..<whole.count {
                socket.send(messagePack: Array(whole[..<cut]))
                socket.send(messagePack: Array(whole[cut...]))
                expected.append(text)
            }
            for byte in whole { socket.send(messagePack: [byte]) }
            for (index, byte) in whole.enumerated() {
                socket.send(frame: index == 0 ? 2 : 0, isFinal: index == whole.count - 1, [byte])
            }
            // Several in one, with pings between, an empty frame, and a kind of message that nobody knows yet.
            let ping: [UInt8] = [0x02, 0x91, 0x06]
            socket.send(messagePack: [])
            let several = PeerSocket.invocation("x") + ping + [0x03, 0x92, 0x63, 0xC0] + PeerSocket.invocation("y")
            socket.send(messagePack: several)
            expected += [text, text, "x", "y"]
            try #require(try await client.invocations(expected.count) == expected.map { "[\"\($0)\"]" })
            try #require(!client.events.all.contains { $0.isDisconnected || $0.isReconnecting })
            // Nothing, too much, a length that is none, no array, an end inside a message.
            for bad: [UInt8] in [
                [0x00], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0x80, 0x80, 0x80, 0x80, 0x80], [0x01, 0x06],
            ] {
                let failure = try await Self.failure(bench, bad)
                try #require(failure.isOne(of: "protocol-violation", "lost"), "\(failure)")
            }
            let failure = try await Self.failure(bench, limit: 2_000, PeerSocket.length(2_001))
            try #require(failure.isOne(of: "protocol-violation", "lost"), "\(failure)")
            try #require(!ClientFactory.isOurs || failure.says("2000"), "\(failure)")
        }
    }

    /// Every kind of message with a server that somebody else has written.
    private static func useReal(_ bench: Bench) async throws {
        let client = try await bench.started { $0.speaksMessagePack = true }
        let value = #"{"a":[1,-2,18446744073709551615,0.5,null,true],"é\n":"🎬","":{}}"#
        let echoed = try await client.invoke("Echo", value)
        try #require(try JSONValue(parsing: echoed) == JSONValue(parsing: value), "\(echoed)")
        try #require(try await client.invoke("Nothing") == "null")
        try #require(
            try await client.invoke("Join", ["\"-\""], uploading: [Upload(["\"a\""]), Upload(["\"b\""])])
                == "\"a-b\"")
        try #require(try await items(client.stream("Count", ["3", "1"], uploading: [])) == ["0", "1", "2"])
        try #require(try await callFailure(client, "Fail", "\"on purpose\"").says("on purpose"))
        try await client.answer("double", .result("42"))
        try #require(try await client.invoke("AskMe", "\"double\"", "[21]") == "42")
        try await client.on("t")
        _ = try await client.invoke("SendMe", "\"t\"", "[1,\"x\"]")
        try #require(try await client.invocations(1) == [#"[1,"x"]"#])
        await client.stop()
        // Taken up again behind a cut, without a handshake; nobody is told.
        let kept = try await bench.started { options in
            options.speaksMessagePack = true
            options.isStateful = true
        }
        try await kept.send("End", "\"cut\"")
        try #require(try await kept.invoke("Echo", "1") == "1")
        try #require(!kept.events.all.contains { $0.isDisconnected || $0.isReconnecting })
    }
}
