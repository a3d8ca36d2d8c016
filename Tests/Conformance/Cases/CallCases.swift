import JSON
import Testing

extension Conformance {
    @Suite("Calls") struct Calls {}
}

extension Conformance.Calls {
    @Test("45. invoke gives its result: a value, null, none", arguments: ConformanceCase.servers(45))
    func results(_ server: Server) async throws {
        try await prove(45, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started()
                try #require(try await client.invoke("Add", "2", "3") == "5")
                try #require(try await client.invoke("Nothing") == "null")
                try #require(try await client.invoke("Null") == "null")
                for value in [#""é""#, "true", "[1,[2]]", #"{"a":{"b":null}}"#, "12.5"] {
                    try #require(try await client.invoke("Echo", value) == value)
                }
                return
            }
            let (client, socket, _) = try await bench.connected()
            for (rest, result) in [(#","result":5"#, "5"), (#","result":null"#, "null"), ("", "null")] {
                let call = Call(client, "m", ["1", #"{"a":2}"#])
                let record = try await socket.call()
                try #require(record.json?["target"] == "m" && record.json?["arguments"] == [1, ["a": 2]])
                socket.complete(record.id, rest)
                try #require(try await call.result() == result)
            }
        }
    }

    @Test("46. An error completion: a hub error with its text", arguments: ConformanceCase.servers(46))
    func errors(_ server: Server) async throws {
        try await prove(46, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started()
                let refused = try await callFailure(client, "Fail", "\"no such row\"")
                try #require(refused.isOne(of: "method-failed") && refused.says("no such row"), "\(refused)")
                let unknown = try await callFailure(client, "NoSuchMethod")
                try #require(unknown.isOne(of: "method-failed") && unknown.says("NoSuchMethod"), "\(unknown)")
                try #require(try await client.invoke("Echo", "1") == "1")
                return
            }
            let (client, socket, _) = try await bench.connected()
            for text in ["no such row", ""] {
                let call = Call(client)
                socket.complete(try await socket.call().id, #","error":"\#(text)""#)
                let failure = try await call.failure()
                try #require(failure.isOne(of: "method-failed") && failure.says(text), "\(failure)")
            }
            try await socket.proveAlive(client)
        }
    }

    @Test("47. Two calls answered in reverse are matched by id", arguments: ConformanceCase.servers(47))
    func reverse(_ server: Server) async throws {
        try await prove(47, server) { bench in
            let (client, socket, _) = try await bench.connected()
            let first = Call(client, "a")
            let one = try await socket.call()
            let second = Call(client, "b")
            let two = try await socket.call()
            try #require(one.id != nil && two.id != nil && one.id != two.id)
            socket.complete(two.id, #","result":"for b""#)
            try #require(try await second.result() == #""for b""#)
            socket.complete(one.id, #","result":"for a""#)
            try #require(try await first.result() == #""for a""#)
        }
    }

    @Test("48. A completion for an unknown or finished id is ignored", arguments: ConformanceCase.servers(48))
    func unknownIDs(_ server: Server) async throws {
        try await prove(48, server) { bench in
            let (client, socket, _) = try await bench.connected()
            for id in ["999", "abc", "-1", "99999999999999999999999"] {
                socket.complete(id, #","result":1"#)
                socket.item(id, "1")
            }
            let call = Call(client)
            let id = try await socket.call().id
            socket.complete(id, #","result":1"#)
            socket.complete(id, #","result":2"#)
            socket.complete(id, #","error":"late""#)
            try #require(try await call.result() == "1")
            try await socket.proveAlive(client)
            try #require(!client.events.all.contains { $0.isReconnecting || $0.isDisconnected })
        }
    }

    @Test("49. send has no id and leaves nothing pending", arguments: ConformanceCase.servers(49))
    func sending(_ server: Server) async throws {
        try await prove(49, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started()
                try await client.on("told")
                try await client.send("SendMe", "\"told\"", "[1,\"x\"]")
                try #require(try await client.invocations(1) == ["[1,\"x\"]"])
                // What fails on the server is not heard of.
                try await client.send("Fail", "\"nobody hears\"")
                try #require(try await client.invoke("Echo", "1") == "1")
                return
            }
            let (client, socket, _) = try await bench.connected()
            try await client.send("m", "1")
            let record = try await socket.next("message")
            guard case .object(let object)? = record.json else { throw Disproof(description: "\(record)") }
            try #require(Set(object.members.map(\.name)) == ["type", "target", "arguments"], "\(record)")
            try await socket.proveAlive(client)
        }
    }

    @Test("50. A stream item for a plain call fails that call", arguments: ConformanceCase.servers(50))
    func itemForCall(_ server: Server) async throws {
        try await prove(50, server) { bench in
            let (client, socket, _) = try await bench.connected()
            let call = Call(client)
            let id = try await socket.call().id
            socket.item(id, "1")
            _ = try await call.failure()
            socket.complete(id, #","result":1"#)
            try await socket.proveAlive(client)
            try #require(!client.events.all.contains { $0.isReconnecting || $0.isDisconnected })
        }
    }

    @Test("51. A loss fails every pending call promptly", arguments: ConformanceCase.servers(51))
    func loss(_ server: Server) async throws {
        try await prove(51, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started("conformance-plain") {
                    $0.reconnectDelays = [.zero, .milliseconds(100), .seconds(1)]
                }
                // Methods run one at a time: streams wait beside the one that cuts.
                var streams: [any StreamUnderTest] = []
                for _ in 0..<3 { streams.append(try await client.stream("Count", "9", "3600000")) }
                try await client.send("End", "\"cut\"")
                for stream in streams {
                    let failure = try await streamFailure(stream)
                    try #require(failure.isOne(of: "lost") && failure.mayHaveRun != false, "\(failure)")
                }
                try await client.reconnected()
                try #require(try await client.invoke("Echo", "1") == "1")
                return
            }
            let (client, socket, peer) = try await bench.connected { $0.reconnectDelays = [.zero] }
            var calls: [Call] = []
            for _ in 0..<3 {
                calls.append(Call(client))
                _ = try await socket.call()
            }
            socket.cut()
            // They fail while the reconnect has not even been answered.
            let negotiation = try await peer.negotiation()
            for call in calls {
                let failure = try await call.failure()
                try #require(failure.isOne(of: "lost") && failure.mayHaveRun != false, "\(failure)")
            }
            negotiation.respond(json: ScriptedPeer.negotiation(2))
            let second = try await peer.hub()
            try await client.reconnected()
            try await second.proveAlive(client)
        }
    }

    @Test("52. A call while reconnecting or stopped: an error at once", arguments: ConformanceCase.servers(52))
    func notConnected(_ server: Server) async throws {
        try await prove(52, server) { bench in
            guard server == .scripted else {
                let client = try await bench.client(bench.hub())
                let before = try await callFailure(client, "Echo", "1")
                try await client.start()
                await client.stop()
                let after = try await callFailure(client, "Echo", "1")
                for failure in [before, after] {
                    try #require(failure.isOne(of: "not-connected") && failure.mayHaveRun != true, "\(failure)")
                }
                return
            }
            let (client, socket, peer) = try await bench.connected { $0.reconnectDelays = [.zero] }
            socket.cut()
            _ = try await peer.negotiation()
            let call = try await Call(client).failure()
            try #require(call.isOne(of: "not-connected") && call.mayHaveRun != true, "\(call)")
            _ = try await failure(of: "sending") { () async throws(ClientFailure) in try await client.send("m") }
        }
    }

    @Test("53. A cancelled task: type 5, a late answer ignored", arguments: ConformanceCase.servers(53))
    func cancelling(_ server: Server) async throws {
        try await prove(53, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started()
                let call = Call(client, "Slow", ["300"])
                // In order: the call is on its way when this one has been answered by the stream beside it.
                let stream = try await client.stream("Count", "1", "0")
                try #require(try await stream.next() == "0")
                call.cancel()
                let failure = try await call.failure()
                try #require(failure.isOne(of: "cancelled"), "\(failure)")
                try #require(try await client.invoke("Echo", "1") == "1")
                return
            }
            let (client, socket, _) = try await bench.connected()
            let call = Call(client)
            let id = try #require(try await socket.call().id)
            call.cancel()
            let failure = try await call.failure()
            try #require(failure.isOne(of: "cancelled"), "\(failure)")
            let cancellation = try await socket.next("cancellation")
            try #require(cancellation.type == 5 && cancellation.id == id)
            socket.complete(id, #","result":1"#)
            try await socket.proveAlive(client)
            try #require(socket.records.all.filter { $0.type == 5 }.count == 1)
        }
    }

    @Test("54. A hundred calls from eight tasks: each answered once", arguments: ConformanceCase.servers(54))
    func concurrent(_ server: Server) async throws {
        try await prove(54, server) { bench in
            if server == .scripted {
                let (client, socket, _) = try await bench.connected()
                let answering = Task {
                    var ids: [String] = []
                    while ids.count < 100 {
                        let record = try await socket.call()
                        ids.append(try #require(record.id))
                        let number = try #require(record.json?["arguments"]?[0])
                        socket.complete(record.id, #","result":\#(number)"#)
                    }
                    return ids
                }
                try await Self.callFromEightTasks(client, "Echo") { "\($0)" }
                let ids = try await answering.value
                try #require(Set(ids).count == 100)
            } else {
                try await Self.callFromEightTasks(bench.started(), "Echo") { "\($0)" }
            }
        }
    }

    private static func callFromEightTasks(
        _ client: any ClientUnderTest, _ method: String, _ expected: @escaping @Sendable (Int) -> String
    ) async throws {
        let results = try await within("answers to a hundred calls") {
            try await withThrowingTaskGroup(of: [Int: String].self) { group in
                for task in 0..<8 {
                    group.addTask {
                        var results: [Int: String] = [:]
                        for number in stride(from: task, to: 100, by: 8) {
                            results[number] = try await client.invoke(method, "\(number)")
                        }
                        return results
                    }
                }
                return try await group.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
            }
        }
        try require(results == Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, expected($0)) }), "\(results)")
    }
}
