import JSON
import Testing

extension Conformance {
    @Suite("Being called") struct BeingCalled {}
}

extension Conformance.BeingCalled {
    @Test("66. A handler that calls the hub and waits", arguments: ConformanceCase.servers(66))
    func callingHandler(_ server: Server) async throws {
        try await prove(66, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started()
                try await client.on("go", then: .invoke("Add", ["1", "1"]))
                try await client.send("SendMe", "\"go\"", "[]")
                try #require(try await client.note() == "2")
                return
            }
            let (client, socket, _) = try await bench.connected()
            try await client.on("go", then: .invoke("m", []))
            socket.invoke("go")
            socket.complete(try await socket.call().id, #","result":2"#)
            try #require(try await client.note() == "2")
        }
    }

    @Test("67. A slow handler: pings and completions go on, order is kept", arguments: ConformanceCase.servers(67))
    func slowHandler(_ server: Server) async throws {
        try await prove(67, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started()
                try await client.on("slow", then: .wait(.milliseconds(600)))
                try await client.on("next")
                try await client.send("SendMe", "\"slow\"", "[1]")
                try await client.send("SendMe", "\"next\"", "[2]")
                _ = try await client.invocations(1)
                try #require(try await client.invoke("Echo", "1") == "1")
                // Answered while the handler is busy.
                try #require(client.events.all.compactMap(\.arguments) == ["[1]"])
                try #require(try await client.invocations(2) == ["[1]", "[2]"])
                return
            }
            let (client, socket, _) = try await bench.connected { $0.pingInterval = .milliseconds(100) }
            try await client.on("slow", then: .wait(.seconds(1)))
            try await client.on("next")
            socket.invoke("slow", "[1]")
            socket.invoke("next", "[2]")
            _ = try await client.invocations(1)
            let pings = socket.records.all.filter { $0.type == 6 }.count
            _ = try await socket.records.wait(for: "pings of a client with a busy handler") { records in
                records.filter { $0.type == 6 }.count >= pings + 3 ? true : nil
            }
            try await socket.proveAlive(client)
            try #require(client.events.all.compactMap(\.arguments) == ["[1]"])
            try #require(try await client.invocations(2) == ["[1]", "[2]"])
            let events = client.events.all
            let waited = try #require(events.firstIndex(of: .note("waited")))
            let next = try #require(events.firstIndex(of: .invoked(target: "next", arguments: "[2]")))
            try #require(waited < next)
        }
    }

    @Test("68. An unknown target: the following message is delivered", arguments: ConformanceCase.servers(68))
    func unknownTarget(_ server: Server) async throws {
        try await prove(68, server) { bench in
            let client: any ClientUnderTest
            if server == .scripted {
                let (made, socket, _) = try await bench.connected(listeningTo: "known")
                client = made
                socket.send(
                    #"{"type":1,"target":"unknown","arguments":[]}^{"type":1,"target":"unknown","arguments":[1,2]}^"#
                        + #"{"type":1,"target":"known","arguments":[3]}^"#)
            } else {
                client = try await bench.started()
                try await client.on("known")
                try await client.send("SendMe", "\"unknown\"", "[1,2]")
                try await client.send("SendMe", "\"known\"", "[3]")
            }
            try #require(try await client.invocations(1) == ["[3]"])
            try #require(!client.events.all.contains { $0.isReconnecting || $0.isDisconnected })
        }
    }

    @Test("70. Questions are always answered", arguments: ConformanceCase.servers(70))
    func questions(_ server: Server) async throws {
        try await prove(70, server) { bench in
            let client: any ClientUnderTest
            var asked: PeerSocket?
            if server == .scripted {
                let (made, socket, _) = try await bench.connected(listeningTo: "void")
                (client, asked) = (made, socket)
            } else {
                client = try await bench.started()
                try await client.on("void")
            }
            try await client.answer("value", .result(#"{"a":[1]}"#))
            try await client.answer("arguments", .arguments)
            try await client.answer("null", .result("null"))
            try await client.answer("throws", .error("handler failed"))
            if let asked { return try await Self.ask(asked) }
            try #require(try await client.invoke("AskMe", "\"value\"", "[]") == #"{"a":[1]}"#)
            try #require(try await client.invoke("AskMe", "\"arguments\"", "[1,\"x\"]") == "[1,\"x\"]")
            try #require(try await client.invoke("AskMe", "\"null\"", "[]") == "null")
            for target in ["throws", "nobody", "void"] {
                let failure = try await callFailure(client, "AskMe", "\"\(target)\"", "[1,2]")
                try #require(failure.isOne(of: "method-failed"), "\(target): \(failure)")
            }
            try #require(try await client.invoke("Echo", "1") == "1")
        }
    }

    /// Asks over a scripted wire, and reads the answers there.
    private static func ask(_ socket: PeerSocket) async throws {
        let none = "Client didn't provide a result."
        let expected: [(target: String, JSONValue?, error: String?)] = [
            ("value", ["a": [1]], nil), ("arguments", [1, 2], nil), ("null", .null, nil),
            ("throws", nil, "handler failed"), ("nobody", nil, none), ("void", nil, none),
        ]
        for (index, (target, result, error)) in expected.enumerated() {
            socket.invoke(target, "[1,2]", id: "q\(index)")
            let answer = try await socket.next("answer about \(target)")
            try require(answer.type == 3 && answer.id == "q\(index)", "\(answer)")
            try require(answer.json?["result"] == result, "\(target): \(answer)")
            guard let error else { continue }
            guard case .string(let text)? = answer.json?["error"] else { throw Disproof(description: "\(answer)") }
            try require(text.contains(error), "\(target): \(answer)")
        }
    }

    @Test("71. A question that is never answered holds nothing up", arguments: ConformanceCase.servers(71))
    func endlessQuestion(_ server: Server) async throws {
        try await prove(71, server) { bench in
            if server == .scripted {
                let (client, socket, _) = try await bench.connected(listeningTo: "t")
                try await client.answer("never", .never)
                try await client.answer("value", .result("1"))
                socket.invoke("never", "[]", id: "q1")
                socket.invoke("t", "[1]")
                socket.invoke("value", "[]", id: "q2")
                try #require(try await client.invocations(1) == ["[1]"])
                let answer = try await socket.next("answer to the second question")
                try #require(answer.id == "q2" && answer.json?["result"] == 1)
                try await socket.proveAlive(client)
            } else {
                let (client, other) = (try await bench.started(), try await bench.started())
                try await client.on("t")
                try await client.answer("never", .never)
                try await client.on("asked")
                // Its connection is busy with the question on the server: another one tells it something.
                let call = Call(client, "AskMe", ["\"never\"", "[]"])
                let stream = try await client.stream("Count", "1", "0")
                try #require(try await stream.next() == "0")
                _ = try await other.invoke("SendAll", "\"t\"", "[1]")
                try #require(try await client.invocations(1) == ["[1]"])
                call.cancel()
            }
        }
    }

    @Test("72. Registering and unregistering inside a handler", arguments: ConformanceCase.servers(72))
    func changingHandlers(_ server: Server) async throws {
        try await prove(72, server) { bench in
            let client: any ClientUnderTest
            let tell: (String) async throws -> Void
            if server == .scripted {
                let (made, socket, _) = try await bench.connected()
                client = made
                tell = { socket.invoke($0, "[\"\($0)\"]") }
            } else {
                let made = try await bench.started()
                client = made
                tell = { try await made.send("SendMe", "\"\($0)\"", "[\"\($0)\"]") }
            }
            try await client.on("once", then: .unregister)
            try await client.on("adds", then: .register("added"))
            for target in ["once", "once", "adds"] { try await tell(target) }
            try #require(try await client.invocations(2) == [#"["once"]"#, #"["adds"]"#])
            try await tell("added")
            try #require(try await client.invocations(3).last == #"["added"]"#)
        }
    }
}
