import JSON
import SignalRClient
import SignalRServer
import Synchronization
import TestWaiting
import Testing
import Values
import WebSockets

@Suite("Hub uploads")
struct HubUploadTests {
    private var hub: Hub {
        let hub = Hub()
        hub.on("Sum", parameters: nil, uploads: 1) { call in
            var sum = 0
            for try await item in call.uploads[0] { sum += Int(item.text) ?? 0 }
            return JSONFragment(sum)
        }
        hub.on("First", parameters: nil, uploads: 1) { call in
            for try await item in call.uploads[0] { return item }
            return JSONFragment(-1)
        }
        hub.on("Join", parameters: nil, uploads: 2) { call in
            var parts: [String] = []
            for upload in call.uploads {
                var texts: [String] = []
                for try await item in upload { texts.append(item.text) }
                parts.append(texts.joined(separator: ","))
            }
            return JSONFragment(parts.joined(separator: try call.arguments.string(0)))
        }
        hub.onStream("Doubles", jsonParameters: nil, uploads: 1) { call, items in
            for try await item in call.uploads[0] { try await items.send(JSONFragment(2 * (Int(item.text) ?? 0))) }
        }
        return hub
    }

    private struct SourceFailure: Error, CustomStringConvertible { let description: String }

    /// Numbers without end, and how many were taken.
    private final class Endless: AsyncSequence, Sendable {
        let taken = Atomic(0)
        let ended = Atomic(false)

        /// Whoever reads it holds it.
        final class Iterator: AsyncIteratorProtocol {
            let source: Endless
            init(_ source: Endless) { self.source = source }
            deinit { source.ended.store(true, ordering: .relaxed) }

            func next() async throws -> String? {
                // So that the hub has not a million items in front of what the test does next.
                try await Task.sleep(for: .milliseconds(1))
                return "\(source.taken.add(1, ordering: .relaxed).newValue)"
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(self) }
    }

    @Test("sends what belongs to calls, sends and streams", .timeLimit(.minutes(1)))
    func methods() async throws {
        let hub = hub
        let sums = Collected<Int>()
        hub.on("Note", parameters: nil, uploads: 1) { call in
            var sum = 0
            for try await item in call.uploads[0] { sum += Int(item.text) ?? 0 }
            sums.add(sum)
            return nil
        }
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                try await connection.start()
                let numbers = (1...500).map { "\($0)" }
                #expect(try await connection.invoke("Sum", json: [], uploading: [HubUpload(json: numbers)]) == "125250")
                #expect(try await connection.invoke("Sum", json: [], uploading: [HubUpload(json: [])]) == "0")
                let joined = try await connection.invoke(
                    "Join", json: ["\" + \""], uploading: [HubUpload(json: ["1", "2"]), HubUpload(json: ["3"])])
                #expect(joined == "\"1,2 + 3\"")
                try await connection.send("Note", json: [], uploading: [HubUpload(json: numbers)])
                try await eventually("the method ran") { sums.all == [125_250] }
                var items: [String] = []
                let doubles = try await connection.stream(
                    "Doubles", json: [], uploading: [HubUpload(json: ["1", "2", "3"])])
                for try await item in doubles { items.append(item) }
                #expect(items == ["2", "4", "6"])
            }
        }
    }

    @Test("numbers streams with the calls, sends items behind the call, and completes each", .timeLimit(.minutes(1)))
    func wire() async throws {
        let hub = ScriptedHub()
        try await withScriptedHub(hub) { connection in
            try await connection.start()
            async let result = connection.invoke(
                "Join", json: ["\"+\""],
                uploading: [HubUpload(json: ["1", "null"]), HubUpload(json: [#"{"a":"\u001e"}"#])])
            try await eventually("all was sent") { hub.texts.filter { $0.hasPrefix("{\"type\":3") }.count == 2 }
            try await hub.send(#"{"type":3,"invocationId":"1","result":7}"#)
            #expect(try await result == "7")
            #expect(
                hub.texts.first
                    == #"{"type":1,"invocationId":"1","target":"Join","arguments":["+"],"streamIds":["2","3"]}"#)
            func texts(of id: Int) -> [String] { hub.texts.filter { $0.contains("\"invocationId\":\"\(id)\"") } }
            #expect(
                texts(of: 2) == [
                    #"{"type":2,"invocationId":"2","item":1}"#, #"{"type":2,"invocationId":"2","item":null}"#,
                    #"{"type":3,"invocationId":"2"}"#,
                ])
            #expect(
                texts(of: 3) == [
                    #"{"type":2,"invocationId":"3","item":{"a":"\u001e"}}"#, #"{"type":3,"invocationId":"3"}"#,
                ])
            async let next = connection.invoke("Next", json: [])
            try await eventually("it was sent") { hub.texts.last?.contains("\"Next\"") == true }
            #expect(hub.texts.last?.contains(#""invocationId":"4""#) == true)
            try await hub.send(#"{"type":3,"invocationId":"4"}"#)
            _ = try await next
        }
    }

    @Test("tells the hub when a source fails or gives what is no JSON", .timeLimit(.minutes(1)))
    func failingSource() async throws {
        let hub = ScriptedHub { record in
            record.text.hasPrefix("{\"type\":3") ? [#"{"type":3,"invocationId":"1"}"#] : []
        }
        try await withScriptedHub(hub) { connection in
            try await connection.start()
            let failing = AsyncThrowingStream<String, any Error> { items in
                items.yield("1")
                items.finish(throwing: SourceFailure(description: "no \"paper\""))
            }
            _ = try await connection.invoke("Sum", json: [], uploading: [HubUpload(json: failing)])
            #expect(
                hub.texts.last
                    == #"{"type":3,"invocationId":"2","error":"Stream errored by client: 'no \"paper\"'"}"#)
            try await connection.send("Sum", json: [], uploading: [HubUpload(json: ["1", "2]"])])
            try await eventually("the stream was completed") {
                hub.texts.last?.hasPrefix(#"{"type":3,"invocationId":"4","error":"Stream errored by client"#) == true
            }
        }
        let server = self.hub
        try await withHub(server) { url in
            try await withConnection(url) { connection in
                try await connection.start()
                let error = await #expect(throws: HubError.self) {
                    try await connection.invoke(
                        "Sum",
                        json: [],
                        uploading: [
                            HubUpload(json: AsyncThrowingStream { throw SourceFailure(description: "no paper") })
                        ])
                }
                #expect(error?.message.contains("no paper") == true)
            }
        }
    }

    @Test("stops when the call has its answer", .timeLimit(.minutes(1)))
    func earlyAnswer() async throws {
        let source = Endless()
        let hub = ScriptedHub { record in
            record.text == #"{"type":2,"invocationId":"2","item":3}"# ? [#"{"type":3,"invocationId":"1"}"#] : []
        }
        try await withScriptedHub(hub) { connection in
            try await connection.start()
            _ = try await connection.invoke("First", json: [], uploading: [HubUpload(json: source)])
            try await eventually("the source was left") { source.ended.load(ordering: .relaxed) }
            async let next = connection.invoke("Next", json: [])
            try await eventually("it was sent") { hub.texts.last?.contains("\"Next\"") == true }
            #expect(!hub.texts.contains { $0.hasPrefix(#"{"type":3"#) }, "nobody waits for the stream's end")
            try await hub.send(#"{"type":3,"invocationId":"3"}"#)
            _ = try await next
        }
    }

    @Test("does not hold up the answer for a source that ignores its cancellation", .timeLimit(.minutes(1)))
    func stubbornSource() async throws {
        try await withHub(hub) { url in
            try await withConnection(url) { connection in
                try await connection.start()
                let gate = AsyncStream.makeStream(of: Void.self)
                let items = AsyncStream<String>.makeStream()
                items.continuation.yield("5")
                let stubborn = AsyncThrowingStream<String, any Error> {
                    for await item in items.stream { return item }
                    // Not structured, so not cancelled.
                    await Task { for await _ in gate.stream {} }.value
                    return nil
                }
                #expect(try await connection.invoke("First", json: [], uploading: [HubUpload(json: stubborn)]) == "5")
                #expect(try await connection.invoke("Sum", json: [], uploading: [HubUpload(json: ["1"])]) == "1")
                items.continuation.finish()
                gate.continuation.finish()
            }
        }
    }

    @Test("ends with the connection, and does not go on over the next one", .timeLimit(.minutes(1)))
    func drop() async throws {
        let (source, sent) = (Endless(), Endless())
        let hub = ScriptedHub()
        try await withScriptedHub(hub) {
            $0.reconnect = .listed([.zero, .zero])
        } _: { connection in
            try await connection.start()
            let result = Task { try await connection.invoke("Sum", json: [], uploading: [HubUpload(json: source)]) }
            let sending = Task { try await connection.send("Sum", json: [], uploading: [HubUpload(json: sent)]) }
            let stream = try await connection.stream("Doubles", json: [], uploading: [HubUpload(json: Endless())])
            try await eventually("items flow") { hub.records.count > 20 }
            hub.cut()
            let error = await #expect(throws: HubError.self) { try await result.value }
            #expect(error?.mayHaveRun == true)
            await #expect(throws: HubError.self) { try await sending.value }
            await #expect(throws: HubError.self) { for try await _ in stream {} }
            try await eventually("the sources were left") {
                source.ended.load(ordering: .relaxed) && sent.ended.load(ordering: .relaxed)
            }
            // The first connection's state may not have been told yet.
            try await eventually("connected again") { hub.connectionCount == 2 && connection.state.isConnected }
            async let next = connection.invoke("Next", json: [])
            try await eventually("it was sent") { hub.texts.last?.contains("\"Next\"") == true }
            #expect(hub.records.filter { $0.connection == 2 }.count == 1)
            try await hub.send(#"{"type":3,"invocationId":"1"}"#)
            _ = try await next
        }
    }

    @Test("breaks off when its task or the stream's consumer stops", .timeLimit(.minutes(1)))
    func cancellation() async throws {
        let sources = (0..<3).map { _ in Endless() }
        let hub = ScriptedHub { record in
            guard record.text.hasPrefix("{\"type\":4") else { return [] }
            return [#"{"type":2,"invocationId":"1","item":1}"#]
        }
        try await withScriptedHub(hub) { connection in
            try await connection.start()
            for try await _ in try await connection.stream(
                "Doubles", json: [], uploading: [HubUpload(json: sources[0])])
            { break }
            let invoke = Task { try await connection.invoke("Sum", json: [], uploading: [HubUpload(json: sources[1])]) }
            try await eventually("items flow") { sources[1].taken.load(ordering: .relaxed) > 3 }
            invoke.cancel()
            let send = Task { try await connection.send("Sum", json: [], uploading: [HubUpload(json: sources[2])]) }
            try await eventually("items flow") { sources[2].taken.load(ordering: .relaxed) > 3 }
            send.cancel()
            for failure in [await invoke.result.map { _ in }, await send.result] {
                #expect(throws: HubError.self) { try failure.get() }
            }
            try await eventually("the sources were left") { sources.allSatisfy { $0.ended.load(ordering: .relaxed) } }
            try await eventually("the hub was told") {
                hub.texts.filter { $0.contains("Stream canceled by client.") }.count == 3
            }
            let cancelled = hub.texts.filter { $0.hasPrefix("{\"type\":5") }
            #expect(cancelled == [#"{"type":5,"invocationId":"1"}"#, #"{"type":5,"invocationId":"3"}"#])
        }
    }

    @Test("takes no more from a source than the socket takes", .timeLimit(.minutes(2)))
    func backPressure() async throws {
        let (taken, go) = (Collected<Int>(), AsyncStream.makeStream(of: Void.self))
        let item = "\"\(String(repeating: "x", count: 100_000))\""
        let total = 200
        try await withRawHub { socket in
            try await socket.send("{}\u{1E}")
            for await _ in go.stream {}
            var completions = 0
            for try await message in socket.messages where message.text.hasPrefix("{\"type\":3") {
                completions += 1
                try await socket.send("{\"type\":3,\"invocationId\":\"1\",\"result\":\(completions)}\u{1E}")
            }
        } _: { url in
            try await withConnection(url) {
                $0.skipsNegotiation = true
                // This hub has no pings, and a busy machine takes its time for the bytes.
                $0.serverTimeout = .seconds(120)
            } _: { connection in
                try await connection.start()
                let source = AsyncStream<String> {
                    taken.add(0)
                    return taken.all.count <= total ? item : nil
                }
                async let result = connection.invoke("Sum", json: [], uploading: [HubUpload(json: source)])
                // Sockets of this machine buffer some megabytes.
                var before = -1
                try await eventually("it waits", every: .milliseconds(100)) {
                    defer { before = taken.all.count }
                    return before > 0 && taken.all.count == before
                }
                #expect(taken.all.count < total)
                go.continuation.finish()
                #expect(try await result == "1")
                #expect(taken.all.count == total + 1)
            }
        }
    }
}
