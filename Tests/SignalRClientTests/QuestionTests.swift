import Runtime
import SignalRClient
import TestWaiting
import Testing

/// The hub's questions, while handlers come and go and the connection ends: each gets one answer.
@Suite("The hub's questions", .timeLimit(.minutes(1)))
struct QuestionTests {
    private static func question(_ id: String, _ target: String = "Ask") -> String {
        #"{"type":1,"invocationId":"\#(id)","target":"\#(target)","arguments":[]}"#
    }

    /// Asks what is answered, behind everything else; twice, so that answers which were begun before have come too.
    private static func fence(_ hub: ScriptedHub) async throws {
        for id in ["end1", "end2"] {
            try await hub.send(question(id, "End"))
            try await eventually("\(id) is answered") { hub.texts.last?.contains(id) == true }
        }
    }

    /// The questions that were answered, in the order of the answers, and whether they were refused.
    private static func answers(_ hub: ScriptedHub) -> [String] {
        hub.texts.compactMap { text in
            ["p", "q"].first { text.contains(#""\#($0)""#) }.map { text.contains("error") ? "\($0) refused" : $0 }
        }
    }

    @Test("one whose answer is taken away while it waits is refused, and answered by another that comes instead")
    func takenAway() async throws {
        for isReplaced in [false, true] {
            let hub = ScriptedHub()
            let (began, go) = (Promise<Void, Never>(), Promise<Void, Never>())
            try await withScriptedHub(hub) { connection in
                connection.on("Slow") { _ in
                    began.keep()
                    await go.outcomeUnlessCancelled()
                }
                try connection.answer("Ask") { _ in "1" }
                try connection.answer("End") { _ in "0" }
                try await connection.start()
                try await hub.send(#"{"type":1,"target":"Slow","arguments":[]}"# + "\u{1E}" + Self.question("q"))
                await began.outcomeUnlessCancelled()
                connection.off("Ask")
                if isReplaced { try connection.answer("Ask") { _ in "2" } }
                go.keep()
                try await Self.fence(hub)
                #expect(Self.answers(hub) == [isReplaced ? "q" : "q refused"])
            }
        }
    }

    @Test("one that was refused when it came is not answered by who comes before its handlers are called")
    func refusedBefore() async throws {
        let hub = ScriptedHub()
        let (began, go) = (Promise<Void, Never>(), Promise<Void, Never>())
        let wanted = Collected<Bool>()
        try await withScriptedHub(hub) { connection in
            connection.on("Ask") { invocation in
                wanted.add(invocation.wantsResult)
                began.keep()
                await go.outcomeUnlessCancelled()
            }
            try connection.answer("End") { _ in "0" }
            try await connection.start()
            try await hub.send(Self.question("p") + "\u{1E}" + Self.question("q"))
            await began.outcomeUnlessCancelled()
            try connection.answer("Ask") { _ in "1" }
            go.keep()
            try await Self.fence(hub)
            #expect(Self.answers(hub) == ["p refused", "q refused"])
            #expect(wanted.all == [true, true])
        }
    }

    @Test("an answer that is being made is cancelled and waited for at the end, also behind what came later")
    func atTheEnd() async throws {
        for later in [0, 20] {
            let hub = ScriptedHub()
            let (seen, notes) = (Collected<String>(), Collected<Int>())
            let (began, isCancelled, go) = (
                Promise<Void, Never>(), Promise<Bool, Never>(), Promise<Void, Never>()
            )
            try await withScriptedHub(hub) { connection in
                try connection.answer("Ask") { _ in
                    began.keep()
                    await Promise<Void, Never>().outcomeUnlessCancelled()
                    isCancelled.keep(.success(Task.isCancelled))
                    await go.valueEvenIfCancelled()
                    seen.add("answered")
                    return "1"
                }
                connection.on("Note") { _ in notes.add(0) }
                let run = Task {
                    try await connection.run()
                    seen.add("over")
                }
                try await eventually("it is connected") { connection.state.isConnected }
                try await hub.send(Self.question("q"))
                await began.outcomeUnlessCancelled()
                // Each on its way by itself: what handled the question has nothing more to do when some of them come.
                for number in 0..<later {
                    try await hub.send(#"{"type":1,"target":"Note","arguments":[]}"#)
                    try await eventually("it is handled") { notes.all.count == number + 1 }
                }
                await connection.stop()
                #expect(await isCancelled.valueEvenIfCancelled())
                #expect(seen.all.isEmpty)
                go.keep()
                try await run.value
                #expect(seen.all == ["answered", "over"])
            }
        }
    }
}
