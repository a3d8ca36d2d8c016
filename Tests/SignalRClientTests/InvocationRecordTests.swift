import HTTPServer
import SignalRClient
import Testing

@Suite("The record that brought an invocation", .timeLimit(.minutes(1)))
struct InvocationRecordTests {
    private static let records = [
        #"{"type":1,"target":"A","arguments":[1]}"#,
        #"{"type":6}"#,
        #"{ "type" : 1, "headers":{"x":"y"}, "arguments":["\u001e"], "target":"B" }"#,
        #"{"type":1,"target":"A","arguments":[{"a":[2,3]}],"added":null}"#,
        #"{"type":1,"target":"C","arguments":[]}"#,
    ]

    /// Places in the bytes of all records at which a message of the WebSocket ends: each alone, and two together.
    private static let cuts: [[Int]] = {
        let count = records.reduce(0) { $0 + $1.utf8.count + 1 }
        return [[]] + stride(from: 1, to: count, by: 7).map { [$0] }
            + stride(from: 3, to: count - 30, by: 8).map { [$0, $0 + 23] }
    }()

    @Test("is lent byte for byte as it arrived, however it was cut into messages")
    func cut() async throws {
        let bytes = Array(Self.records.map { $0 + "\u{1E}" }.joined().utf8)
        for cuts in Self.cuts {
            try await withRawHub { socket in
                // A part for each word of the client, so that it has read the one before: its pings are words too.
                var parts = zip([0] + cuts, cuts + [bytes.count]).map { bytes[$0..<$1] }[...]
                var hasShaken = false
                for try await _ in socket.messages {
                    if !hasShaken {
                        hasShaken = true
                        try await socket.send("{}\u{1E}")
                    } else if let part = parts.popFirst() {
                        try await socket.send(String(decoding: part, as: UTF8.self))
                    }
                }
            } _: { url in
                try await withConnection(url) {
                    $0.skipsNegotiation = true
                    $0.pingInterval = .milliseconds(5)
                } _: { connection in
                    var invocations = connection.invocations.makeAsyncIterator()
                    try await connection.start()
                    for record in Self.records where !record.contains(#"{"type":6}"#) {
                        let invocation = try #require(await invocations.next())
                        #expect(String(decoding: invocation.record, as: UTF8.self) == record, "cut at \(cuts)")
                    }
                }
            }
        }
    }
}
