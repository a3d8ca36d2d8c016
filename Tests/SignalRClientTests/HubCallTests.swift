import SignalRClient
import SignalRProtocol
import Sockets
import Synchronization
import TestWaiting
import Testing

/// What becomes of calls and streams, whatever the hub answers (cases 45 to 60 of the protocol's reference).
@Suite("Hub calls")
struct HubCallTests {
    private static func completion(_ id: Int, _ rest: String) -> String {
        #"{"type":3,"invocationId":"\#(id)"\#(rest)}"#
    }

    @Test("takes a result, null and the lack of one", .timeLimit(.minutes(1)))
    func results() async throws {
        let hub = ScriptedHub { record in
            if record.text.contains("\"Value\"") { return [Self.completion(1, #","result":{"a":[1.10]}"#)] }
            if record.text.contains("\"Null\"") { return [#"{"result":null,"type":3,"invocationId":"2"}"#] }
            return [Self.completion(3, "")]
        }
        try await withScriptedHub(hub) { connection in
            try await connection.start()
            #expect(try await connection.invoke("Value", json: []) == #"{"a":[1.10]}"#)
            #expect(try await connection.invoke("Null", json: []) == "null")
            #expect(try await connection.invoke("Void", json: []) == "null")
        }
    }

    @Test("takes any error for a failure, also an empty one", .timeLimit(.minutes(1)), arguments: ["why", ""])
    func errors(_ text: String) async throws {
        let hub = ScriptedHub { _ in [Self.completion(1, #","error":"\#(text)""#)] }
        try await withScriptedHub(hub) { connection in
            try await connection.start()
            let error = await #expect(throws: HubError.self) { try await connection.invoke("Fail", json: []) }
            #expect(error?.kind == .methodFailed)
            #expect(error?.message.contains(text) == true)
        }
    }

    @Test("finds each call's answer by its id, and passes over answers to nobody", .timeLimit(.minutes(1)))
    func reverseOrder() async throws {
        let hub = ScriptedHub { record in
            guard record.text.contains("\"invocationId\":\"2\"") else { return [] }
            return [
                Self.completion(77, ""), #"{"type":3,"invocationId":"x"}"#, #"{"type":2,"invocationId":"78","item":1}"#,
                Self.completion(2, #","result":"second""#), Self.completion(2, #","result":"again""#),
                Self.completion(1, #","result":"first""#),
            ]
        }
        try await withScriptedHub(hub) { connection in
            try await connection.start()
            async let first = connection.invoke("A", json: [])
            try await eventually("it was sent") { hub.texts.count == 1 }
            async let second = connection.invoke("B", json: [])
            #expect(try await [first, second] == ["\"first\"", "\"second\""])
            #expect(connection.state.isConnected)
        }
    }

    @Test("fails a call that is answered with a stream's item", .timeLimit(.minutes(1)))
    func itemForCall() async throws {
        let hub = ScriptedHub { _ in [#"{"type":2,"invocationId":"1","item":1}"#, Self.completion(1, "")] }
        try await withScriptedHub(hub) { connection in
            try await connection.start()
            let error = await #expect(throws: HubError.self) { try await connection.invoke("Count", json: []) }
            #expect(error?.kind == .methodFailed)
            #expect(connection.state.isConnected)
        }
    }

    @Test("tells the hub of a cancelled call, and ignores its late answer", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        let hub = ScriptedHub { record in
            record.text.hasPrefix("{\"type\":5") ? [Self.completion(1, #","result":1"#)] : []
        }
        try await withScriptedHub(hub) { connection in
            try await connection.start()
            let call = Task { try await connection.invoke("Slow", json: []) }
            try await eventually("it was sent") { hub.texts.count == 1 }
            call.cancel()
            let error = await #expect(throws: HubError.self) { try await call.value }
            #expect(error?.kind == .cancelled)
            #expect(error?.mayHaveRun == true)
            try await eventually("the hub was told") { hub.texts.last == #"{"type":5,"invocationId":"1"}"# }
            #expect(connection.state.isConnected)
        }
    }

    @Test("says of a call that was never sent that it has not run", .timeLimit(.minutes(1)))
    func notSent() async throws {
        let hub = ScriptedHub()
        try await withScriptedHub(hub) {
            $0.reconnect = .listed([.seconds(3_000)])
        } _: { connection in
            let states = connection.states
            try await connection.start()
            hub.cut()
            _ = await wait(for: states) { if case .waitingToReconnect = $0.phase { true } else { false } }
            let error = await #expect(throws: HubError.self) { try await connection.invoke("Now", json: []) }
            #expect(error?.kind == .notConnected)
            #expect(error?.mayHaveRun == false)
        }
    }

    @Test("answers a hundred calls from eight threads, each once and with an id of its own", .timeLimit(.minutes(1)))
    func manyThreads() async throws {
        let hub = ScriptedHub { record in
            guard let id = record.text.split(separator: "\"").dropFirst(5).first.flatMap({ Int($0) }) else { return [] }
            let argument = record.text.split(separator: "[").last?.prefix { $0 != "]" } ?? ""
            return [Self.completion(id, #","result":\#(argument)"#)]
        }
        let threads = try (0..<8).map { _ in try EventLoop() }
        try await withScriptedHub(hub) { connection in
            try await connection.start()
            let results = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                for number in 0..<100 {
                    group.addTask(executorPreference: threads[number % 8]) {
                        (number, try await connection.invoke("Echo", json: ["\(number)"]))
                    }
                }
                return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
            }
            #expect(results == Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, "\($0)") }))
            #expect(hub.records.count == 100)
        }
        for thread in threads { thread.shutdown() }
    }

    @Test("ends a stream behind its items, and ignores a result and what comes later", .timeLimit(.minutes(1)))
    func streamEnd() async throws {
        let hub = ScriptedHub { record in
            guard record.text.hasPrefix("{\"type\":4") else { return [] }
            return [
                #"{"type":2,"invocationId":"1","item":null}"#, #"{"item":[2],"invocationId":"1","type":2}"#,
                Self.completion(1, #","result":9"#), #"{"type":2,"invocationId":"1","item":3}"#,
            ]
        }
        try await withScriptedHub(hub) { connection in
            try await connection.start()
            var items: [String] = []
            for try await item in try await connection.stream("Count", json: []) { items.append(item) }
            #expect(items == ["null", "[2]"])
            #expect(hub.texts.count == 1, "an ended stream is not cancelled")
        }
    }
}
