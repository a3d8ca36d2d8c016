import SignalRClient
import Testing

@Suite("Hub tracing")
struct HubTracingTests {
    @TaskLocal private static var context: [String: String] = [:]

    @Test("puts the context of the calling task into calls and streams, and nothing when there is none")
    func headers() async throws {
        let hub = ScriptedHub { $0.text.contains("\"Add\"") ? [#"{"type":3,"invocationId":"2"}"#] : [] }
        try await withScriptedHub(hub) {
            $0.tracing = { Self.context }
        } _: { connection in
            try await connection.start()
            try await connection.send("Plain", json: [])
            try await Self.$context.withValue(["tracestate": "a=\"1\"", "traceparent": "00-4b-01"]) {
                _ = try await connection.stream("Tail", json: [])
                _ = try await connection.invoke("Add", json: ["1"])
            }
            let headers = #""headers":{"traceparent":"00-4b-01","tracestate":"a=\"1\""}"#
            // The stream that nobody keeps is cancelled.
            #expect(
                hub.texts.filter { !$0.contains(#""type":5"#) }.prefix(3) == [
                    #"{"type":1,"target":"Plain","arguments":[]}"#,
                    #"{"type":4,\#(headers),"invocationId":"1","target":"Tail","arguments":[]}"#,
                    #"{"type":1,\#(headers),"invocationId":"2","target":"Add","arguments":[1]}"#,
                ])
        }
    }
}
