import JSON
import Runtime
import Testing

extension Conformance {
    @Suite("Streams") struct Streams {}
}

extension Conformance.Streams {
    @Test("55. Three items and the completion", arguments: ConformanceCase.servers(55))
    func three(_ server: Server) async throws {
        try await prove(55, server) { bench in
            guard server == .scripted else {
                let stream = try await bench.started().stream("Count", "3", "1")
                try #require(try await items(stream) == ["0", "1", "2"])
                return
            }
            let (client, socket, _) = try await bench.connected()
            let stream = try await client.stream("m", "1")
            let call = try await socket.call()
            try #require(call.type == 4 && call.json?["arguments"] == [1])
            for item in ["1", "null", #"{"a":1}"#] { socket.item(call.id, item) }
            socket.complete(call.id)
            try #require(try await items(stream) == ["1", "null", #"{"a":1}"#])
        }
    }

    @Test("56. Two items and an error: two items, then a throw", arguments: ConformanceCase.servers(56))
    func failing(_ server: Server) async throws {
        try await prove(56, server) { bench in
            let stream: any StreamUnderTest
            if server == .scripted {
                let (client, socket, _) = try await bench.connected()
                stream = try await client.stream("m")
                let id = try await socket.call().id
                for item in ["0", "1"] { socket.item(id, item) }
                socket.complete(id, #","error":"stream failed on purpose""#)
            } else {
                stream = try await bench.started().stream("CountThenFail", "2")
            }
            for item in ["0", "1"] { try #require(try await stream.next() == item) }
            let failure = try await streamFailure(stream)
            try #require(failure.isOne(of: "method-failed") && failure.says("on purpose"), "\(failure)")
        }
    }

    @Test("57. No items", arguments: ConformanceCase.servers(57))
    func empty(_ server: Server) async throws {
        try await prove(57, server) { bench in
            guard server == .scripted else {
                try #require(try await items(bench.started().stream("Count", "0", "0")) == [])
                return
            }
            let (client, socket, _) = try await bench.connected()
            let stream = try await client.stream("m")
            socket.complete(try await socket.call().id)
            try #require(try await items(stream) == [])
        }
    }

    @Test("58. A completion with a result: ignored, a normal end", arguments: ConformanceCase.servers(58))
    func resultInStream(_ server: Server) async throws {
        try await prove(58, server) { bench in
            let (client, socket, _) = try await bench.connected()
            let stream = try await client.stream("m")
            let id = try await socket.call().id
            socket.item(id, "1")
            socket.complete(id, #","result":2"#)
            try #require(try await items(stream) == ["1"])
            try await socket.proveAlive(client)
        }
    }

    @Test("59. The consumer stops early: one type 5", arguments: ConformanceCase.servers(59))
    func stoppingEarly(_ server: Server) async throws {
        try await prove(59, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started()
                let before = try #require(Int(try await client.invoke("CancelledStreams")))
                let stream = try await client.stream("Forever")
                for item in ["0", "1", "2"] { try #require(try await stream.next() == item) }
                await stream.cancel()
                try await within("end of the stream on the server") {
                    while Int(try await client.invoke("CancelledStreams")) != before + 1 { await Task.yield() }
                }
                return
            }
            let (client, socket, _) = try await bench.connected()
            let stream = try await client.stream("m")
            let id = try await socket.call().id
            socket.item(id, "1")
            try #require(try await stream.next() == "1")
            await stream.cancel()
            let cancellation = try await socket.next("cancellation")
            try #require(cancellation.type == 5 && cancellation.id == id)
            socket.item(id, "2")
            socket.complete(id, #","error":"late""#)
            try await socket.proveAlive(client)
            try #require(socket.records.all.filter { $0.type == 5 }.count == 1)
        }
    }

    @Test("61. A slow consumer, a fast server: memory is bounded", arguments: ConformanceCase.servers(61))
    func slowConsumer(_ server: Server) async throws {
        try await prove(61, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started { $0.maximumBacklogBytes = 1 << 14 }
                let stream = try await client.stream("Count", "20000", "0")
                // Longer than the backlog: the client stops reading, and with it the server stops writing.
                try #require(try await items(stream) == (0..<20_000).map { "\($0)" })
                try #require(try await client.invoke("Echo", "1") == "1")
                return
            }
            let (client, socket, _) = try await bench.connected { $0.maximumBacklogBytes = 1 << 16 }
            let stream = try await client.stream("m")
            let id = try await socket.call().id
            let (count, size) = (2_000, 20_000)
            let item = "\"" + String(repeating: "x", count: size) + "\""
            let frame = PeerSocket.frame(
                1, PeerSocket.bytes(#"{"type":2,"invocationId":"\#(id ?? "")","item":\#(item)}^"#))
            let written = Counter()
            let writing = Task {
                for _ in 0..<count {
                    await socket.sendSlowly(raw: frame)
                    _ = written.next()
                }
                socket.complete(id)
            }
            // What two sockets and the client's bound hold is far below what is to be sent.
            try await within("pause of the writer") {
                var last = -1
                while written.value != last || last < 1 {
                    last = written.value
                    // That nothing moves has no sign of its own.
                    try await Task.sleep(for: .milliseconds(200))
                }
            }
            try #require(written.value < count * 3 / 4, "\(written.value) of \(count) items were taken")
            try #require(try await items(stream).count == count)
            await writing.value
        }
    }
}
