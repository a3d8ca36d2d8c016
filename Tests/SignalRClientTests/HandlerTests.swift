import JSON
import SignalRClient
import SignalRServer
import TestWaiting
import Testing

/// Who is called, and who is not any more.
@Suite("Handlers of a connection", .timeLimit(.minutes(1)))
struct HandlerTests {
    @Test("off takes away all handlers of a target and its answer, in any letter case, and nothing else")
    func off() async throws {
        let hub = ScriptedHub()
        try await withScriptedHub(hub) { connection in
            let (gone, kept) = (Collected<String>(), Collected<String>())
            connection.on("Say") { _ in gone.add("first") }
            connection.on("SAY") { _ in gone.add("second") }
            connection.onServiceThread("say") { _ in gone.add("service thread") }
            try connection.answer("Say") { _ in "1" }
            connection.on("Said") { kept.add($0.arguments) }
            try connection.answer("Said") { _ in "2" }
            var sequence = connection.invocations(of: "Say").makeAsyncIterator()
            connection.off("sAy")
            connection.off("nobody")
            try await connection.start()
            try await hub.send(
                [
                    #"{"type":1,"target":"Say","arguments":[1]}"#,
                    #"{"type":1,"invocationId":"q1","target":"Say","arguments":[2]}"#,
                    #"{"type":1,"invocationId":"q2","target":"Said","arguments":[3]}"#,
                ].joined(separator: "\u{1E}"))
            try await eventually("both are answered") { hub.texts.count == 2 }
            #expect(hub.texts.contains(#"{"type":3,"invocationId":"q2","result":2}"#), "\(hub.texts)")
            #expect(hub.texts.contains { $0.contains("q1") && $0.contains("error") }, "\(hub.texts)")
            #expect(kept.all == ["[3]"])
            #expect(gone.all.isEmpty)
            #expect(await sequence.next()?.arguments == "[1]")
            #expect(await sequence.next()?.arguments == "[2]")
        }
    }

    @Test("a handler may take all of its target away, also itself")
    func offInside() async throws {
        let hub = ScriptedHub()
        try await withScriptedHub(hub) { connection in
            let (seen, last) = (Collected<String>(), Collected<String>())
            connection.on("Say") { invocation in
                seen.add(invocation.arguments)
                connection.off("Say")
            }
            connection.on("End") { last.add($0.arguments) }
            try await connection.start()
            try await hub.send(
                (1...3).map { #"{"type":1,"target":"Say","arguments":[\#($0)]}"# }.joined(separator: "\u{1E}")
                    + "\u{1E}" + #"{"type":1,"target":"End","arguments":[]}"#)
            try await eventually("the last comes") { !last.all.isEmpty }
            #expect(seen.all == ["[1]"])
        }
    }

    @Test("a second answer for a target is refused until the first is gone")
    func secondAnswer() async throws {
        let hub = ScriptedHub()
        try await withScriptedHub(hub) { connection in
            let first = try connection.answer("Ask") { _ in "1" }
            let error = #expect(throws: HubError.self) { try connection.answer("ask") { _ in "2" } }
            #expect(error?.kind == .alreadyAnswered && error?.category == .misuse && error?.isRetryable == false)
            #expect(error?.description.contains("ask") == true)
            try await connection.start()
            try await hub.send(#"{"type":1,"invocationId":"a","target":"Ask","arguments":[]}"#)
            try await eventually("the first answers") { hub.texts == [#"{"type":3,"invocationId":"a","result":1}"#] }
            first.cancel()
            try connection.answer("ask") { _ in "2" }
            connection.off("ASK")
            try connection.answer("Ask") { _ in "3" }
            try await hub.send(#"{"type":1,"invocationId":"b","target":"Ask","arguments":[]}"#)
            try await eventually("the third answers") {
                hub.texts.last == #"{"type":3,"invocationId":"b","result":3}"#
            }
        }
    }
}
