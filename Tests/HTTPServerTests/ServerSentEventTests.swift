import Testing

@testable import HTTPServer

@Suite("Server-Sent Events")
struct ServerSentEventTests {
    static func text(_ event: ServerSentEvent) -> String { String(decoding: event.bytes, as: UTF8.self) }

    @Test("writes data of several lines, however they end")
    func lines() {
        #expect(Self.text(ServerSentEvent("a")) == "data: a\n\n")
        #expect(Self.text(ServerSentEvent("")) == "data: \n\n")
        #expect(Self.text(ServerSentEvent("a\nb\r\nc\rd\n")) == "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n")
    }

    @Test("writes name, id and retry, and lets none of them forge a line")
    func fields() {
        let event = ServerSentEvent("x", name: "n\nid: 9", id: "7\r\ndata: y\0", retry: .milliseconds(1500))
        #expect(Self.text(event) == "event: nid: 9\nid: 7data: y\nretry: 1500\ndata: x\n\n")
    }
}
