import JSON
import SignalRProtocol
import Testing

@Suite("Handshake")
struct HubHandshakeTests {
    private func response(_ text: String) throws(HubProtocolError) -> Int {
        let bytes = record(text)
        var cursor = JSONCursor()
        try HubHandshake.readResponse(bytes.span, &cursor)
        return cursor.offset
    }

    private func request(_ text: String) throws(HubProtocolError) -> HubHandshake.Request {
        let bytes = record(text)
        var cursor = JSONCursor()
        return try HubHandshake.readRequest(bytes.span, &cursor)
    }

    @Test("is agreed by an empty object, whatever unknown members it has")
    func agreed() throws {
        for text in ["{}^", #"{"minorVersion":0}^"#, #" { "error" : null } ^"#] {
            #expect(try response(text) == text.utf8.count)
        }
    }

    @Test("leaves what follows it in the same bytes")
    func rest() throws {
        #expect(try response(#"{}^{"type":6}^"#) == 3)
    }

    @Test("fails with the server's words")
    func refused() {
        #expect(throws: HubProtocolError(.handshakeRefused("The protocol 'x' is not supported."))) {
            try response(#"{"error":"The protocol 'x' is not supported."}^"#)
        }
        let long = String(repeating: "x", count: 5_000)
        let error = #expect(throws: HubProtocolError.self) { try response(#"{"error":"\#(long)"}^"#) }
        #expect((error?.description.utf8.count ?? .max) < 600)
    }

    @Test("is no hub message, and must be JSON")
    func wrong() {
        #expect(throws: HubProtocolError(.notHandshake)) { try response(#"{"type":6}^"#) }
        for text in ["hello^", "<html>^", "{}", "[]^", "{}}^"] {
            #expect(throws: HubProtocolError.self, "\(text)") { try response(text) }
        }
    }

    @Test("is asked for with protocol and version")
    func requests() throws {
        #expect(HubHandshake.Request().record == record(#"{"protocol":"json","version":1}^"#))
        #expect(
            try request(#"{"version":2,"extra":{},"protocol":"messagepack"}^"#)
                == HubHandshake.Request(protocolName: "messagepack", version: 2))
        #expect(throws: HubProtocolError(.missing("protocol"))) { try request(#"{"version":1}^"#) }
        #expect(throws: HubProtocolError(.missing("version"))) { try request(#"{"protocol":"json"}^"#) }
        #expect(throws: HubProtocolError.self) { try request(#"{"protocol":1,"version":1}^"#) }
    }

    @Test("is answered in the form that clients expect")
    func answers() {
        #expect(HubHandshake.response() == record("{}^"))
        #expect(HubHandshake.response(error: "a\"b") == record(#"{"error":"a\"b"}^"#))
    }
}
