import Testing

extension Conformance {
    @Suite("Framing and parsing") struct Framing {}
}

extension Conformance.Framing {
    /// Sends text to a client that listens to the target `t`, and waits for so many invocations.
    static func arguments(
        _ bench: Bench, _ count: Int, _ send: (PeerSocket) -> Void
    ) async throws -> [String] {
        let (client, socket, _) = try await bench.connected(listeningTo: "t")
        send(socket)
        // What is only behind it may not be reached by a message too many.
        socket.send(#"{"type":1,"target":"t","arguments":["last"]}^"#)
        let all = try await client.invocations(count + 1)
        try #require(all.count == count + 1 && all.last == #"["last"]"#)
        try #require(!client.events.all.contains { $0.isDisconnected || $0.isReconnecting })
        return all.dropLast()
    }

    /// How the connection ends after this.
    static func failure(
        _ bench: Bench, _ tune: (inout ClientOptions) -> Void = { _ in }, _ send: (PeerSocket) -> Void
    ) async throws -> ClientFailure {
        let (client, socket, _) = try await bench.connected(tune)
        send(socket)
        let failure = try await client.disconnected()
        try await socket.ending()
        return try #require(failure)
    }

    @Test("31. Five messages in one frame: five dispatches in order", arguments: ConformanceCase.servers(31))
    func five(_ server: Server) async throws {
        try await prove(31, server) { bench in
            let arguments = try await Self.arguments(bench, 5) { socket in
                socket.send((1...5).map { #"{"type":1,"target":"t","arguments":[\#($0)]}^"# }.joined())
            }
            try #require(arguments == (1...5).map { "[\($0)]" })
        }
    }

    @Test("32. One message in four messages and in fragments", arguments: ConformanceCase.servers(32))
    func split(_ server: Server) async throws {
        try await prove(32, server) { bench in
            let text = #"{"type":1,"target":"t","arguments":["é🎬"]}^"#
            let arguments = try await Self.arguments(bench, 2) { socket in
                for part in ["{\"type\":1,\"tar", "get\":\"t\",\"argu", "ments\":[\"é🎬\"]", "}^"] { socket.send(part) }
                let bytes = PeerSocket.bytes(text)
                for (index, byte) in bytes.enumerated() {
                    socket.send(frame: index == 0 ? 1 : 0, isFinal: index == bytes.count - 1, [byte])
                }
            }
            try #require(arguments == [#"["é🎬"]"#, #"["é🎬"]"#])
        }
    }

    @Test("33. An empty frame and a lone separator are ignored", arguments: ConformanceCase.servers(33))
    func empty(_ server: Server) async throws {
        try await prove(33, server) { bench in
            let arguments = try await Self.arguments(bench, 1) { socket in
                socket.send("")
                socket.send("^")
                socket.send(#"^^{"type":1,"target":"t","arguments":[1]}^^"#)
            }
            try #require(arguments == ["[1]"])
        }
    }

    @Test("34. Bad UTF-8: a transport error", arguments: ConformanceCase.servers(34))
    func badUTF8(_ server: Server) async throws {
        try await prove(34, server) { bench in
            for bad: [UInt8] in [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] {
                let failure = try await Self.failure(bench) { socket in
                    let text = Array(#"{"type":1,"target":"t","arguments":["#.utf8) + [0x22] + bad + [0x22]
                    socket.send(frame: 1, text + [0x5D, 0x7D, 0x1E])
                }
                try #require(failure.isOne(of: "protocol-violation", "lost"), "\(failure)")
            }
        }
    }

    @Test("35. The separator separates; its escape survives", arguments: ConformanceCase.servers(35))
    func separator(_ server: Server) async throws {
        try await prove(35, server) { bench in
            guard server == .scripted else {
                let text = #""a\u001eb""#
                let echoed = try await bench.started().invoke("Echo", text)
                try #require(echoed.lowercased() == text)
                return
            }
            let arguments = try await Self.arguments(bench, 1) { socket in
                socket.send(#"{"type":1,"target":"t","arguments":["a\u001eb"]}^"#)
            }
            try #require(arguments[0].lowercased() == #"["a\u001eb"]"#)
            let (client, socket, _) = try await bench.connected()
            async let sent: Void = client.send("t", #""a\u001eb""#)
            let record = try await socket.next("message of the client")
            try #require(record.text.lowercased().contains(#""a\u001eb""#))
            try await sent
        }
    }

    @Test("36. Members in any order mean the same", arguments: ConformanceCase.servers(36))
    func order(_ server: Server) async throws {
        try await prove(36, server) { bench in
            let arguments = try await Self.arguments(bench, 2) { socket in
                socket.send(#"{"arguments":[1],"target":"t","type":1}^ { "arguments" : [2] , "type":1,"target":"t"}^"#)
            }
            try #require(arguments.map { $0.filter { $0 != " " } } == ["[1]", "[2]"])
            let (client, socket, _) = try await bench.connected()
            async let result = client.invoke("m")
            let id = try #require(try await socket.next("call").id)
            socket.send(#"{"result":{"a":1},"invocationId":"\#(id)","type":3}^"#)
            try #require(try await result == #"{"a":1}"#)
        }
    }

    @Test("37. An unknown type is ignored", arguments: ConformanceCase.servers(37))
    func unknownType(_ server: Server) async throws {
        try await prove(37, server) { bench in
            let arguments = try await Self.arguments(bench, 1) { socket in
                socket.send(#"{"type":77,"target":1,"x":[]}^{"type":1,"target":"t","arguments":[1]}^"#)
            }
            try #require(arguments == ["[1]"])
        }
    }

    @Test("38. A type that is no integer: a connection error", arguments: ConformanceCase.servers(38))
    func badType(_ server: Server) async throws {
        try await prove(38, server) { bench in
            for text in [#"{}^"#, #"{"type":"6"}^"#, #"{"type":1.5}^"#, #"{"type":null}^"#, #"{"type":6^"#] {
                let failure = try await Self.failure(bench) { $0.send(text) }
                try #require(failure.isOne(of: "protocol-violation"), "\(text): \(failure)")
            }
        }
    }

    @Test("39. Unknown members, nested, are skipped", arguments: ConformanceCase.servers(39))
    func unknownMembers(_ server: Server) async throws {
        try await prove(39, server) { bench in
            let arguments = try await Self.arguments(bench, 1) { socket in
                socket.send(
                    #"{"future":{"type":7,"a":[{"target":"x"},[]]},"type":1,"target":"t","arguments":[1],"z":null}^"#)
            }
            try #require(arguments == ["[1]"])
        }
    }

    @Test("40. Headers are accepted; a value that is no string is an error", arguments: ConformanceCase.servers(40))
    func headers(_ server: Server) async throws {
        try await prove(40, server) { bench in
            let headers = #""headers":{"traceparent":"00-ab-01","x":"é"}"#
            let arguments = try await Self.arguments(bench, 1) { socket in
                for type in [2, 3, 5] {
                    socket.send(#"{"type":\#(type),\#(headers),"invocationId":"none","item":1}^"#)
                }
                socket.send(#"{"type":4,\#(headers),"invocationId":"x","target":"t","arguments":[]}^"#)
                socket.send(#"{"type":1,\#(headers),"target":"t","arguments":[1]}^"#)
            }
            try #require(arguments == ["[1]"])
            let failure = try await Self.failure(bench) { socket in
                socket.send(#"{"type":1,"headers":{"x":1},"target":"t","arguments":[]}^"#)
            }
            try #require(failure.isOne(of: "protocol-violation"), "\(failure)")
        }
    }

    @Test("41. A message of 20 MiB: delivered, or a close that names the limit", arguments: ConformanceCase.servers(41))
    func large(_ server: Server) async throws {
        try await prove(41, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started { $0.maximumMessageBytes = 32 << 20 }
                try #require(try await client.invoke("Big", "\(20 << 20)").utf8.count == 20 << 20 + 2)
                return
            }
            let message =
                PeerSocket.bytes(#"{"type":1,"target":"t","arguments":["^"#).dropLast()
                + [UInt8](repeating: 0x78, count: 20 << 20) + PeerSocket.bytes("\"]}^")
            let (wide, wideSocket, _) = try await bench.connected(listeningTo: "t") {
                $0.maximumMessageBytes = 32 << 20
            }
            await wideSocket.sendSlowly(raw: PeerSocket.frame(1, Array(message)))
            try #require(try await wide.invocations(1)[0].utf8.count == 20 << 20 + 4)
            // The default keeps one message from taking any amount of memory.
            let (narrow, narrowSocket, _) = try await bench.connected()
            await narrowSocket.sendSlowly(raw: PeerSocket.frame(1, Array(message)))
            let failure = try #require(try await narrow.disconnected())
            try #require(failure.isOne(of: "protocol-violation") && failure.says("\(16 << 20)"), "\(failure)")
        }
    }

    @Test("42. 9007199254740993 stays exact", arguments: ConformanceCase.servers(42))
    func exactInteger(_ server: Server) async throws {
        try await prove(42, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started()
                for number in ["9007199254740993", "-9223372036854775808"] {
                    try #require(try await client.invoke("Echo", number) == number)
                }
                return
            }
            let arguments = try await Self.arguments(bench, 1) { socket in
                socket.send(#"{"type":1,"target":"t","arguments":[9007199254740993]}^"#)
            }
            try #require(arguments == ["[9007199254740993]"])
        }
    }

    @Test("43. 64 deep is fine, 10 000 deep is an error", arguments: ConformanceCase.servers(43))
    func depth(_ server: Server) async throws {
        try await prove(43, server) { bench in
            func nested(_ depth: Int) -> String {
                let brackets = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                return #"{"type":1,"target":"t","arguments":\#(brackets)}^"#
            }
            // The message's own object is one level.
            let arguments = try await Self.arguments(bench, 1) { $0.send(nested(63)) }
            try #require(arguments[0].utf8.count == 126)
            let failure = try await Self.failure(bench) { $0.send(nested(10_000)) }
            try #require(failure.isOne(of: "protocol-violation"), "\(failure)")
        }
    }

    @Test("44. A completion with result and error closes the connection", arguments: ConformanceCase.servers(44))
    func resultAndError(_ server: Server) async throws {
        try await prove(44, server) { bench in
            let (client, socket, _) = try await bench.connected()
            let call = Task { try await callFailure(client) }
            let id = try #require(try await socket.next("call").id)
            socket.send(#"{"type":3,"invocationId":"\#(id)","result":1,"error":"x"}^"#)
            let failure = try #require(try await client.disconnected())
            try #require(failure.isOne(of: "protocol-violation"), "\(failure)")
            _ = try await within("failure of the call") { try await call.value }
        }
    }
}
