import Testing

@testable import WebSockets

@Suite("Sec-WebSocket-Extensions")
struct WebSocketExtensionTests {
    typealias Parameter = WebSocketExtension.Parameter

    @Test("reads lists over several fields, with blanks, empty elements and quotes")
    func reads() {
        #expect(WebSocketExtension.list([]) == [])
        #expect(WebSocketExtension.list(["", " , ,"]) == [])
        #expect(
            WebSocketExtension.list(["a;b;c=1, \t d ;e = \"x\\yz\" ,", "f"]) == [
                WebSocketExtension(name: "a", parameters: [Parameter("b"), Parameter("c", "1")]),
                WebSocketExtension(name: "d", parameters: [Parameter("e", "xyz")]), WebSocketExtension(name: "f"),
            ])
    }

    @Test(
        "refuses what breaks the grammar",
        arguments: [
            "a b", ";", "a;", "a;;b", "a;b=", "a;=1", "a;b=\"\"", "a;b=\"x", "a;b=\"x y\"", "a;b=\"x\\\"", "a;b=\"x\"y",
            "a=1", "a/b", "ä", "a;b=1 2", "a, b c", "a;b=\"\\ \"",
        ])
    func refuses(_ field: String) {
        #expect(WebSocketExtension.list([field]) == nil)
        #expect(WebSocketExtension.list(["x", field]) == nil)
    }

    @Test("what is written can be read", arguments: ["a", "a; b", "a; b=1; c", "permessage-deflate; x=15"])
    func writes(_ text: String) {
        #expect(WebSocketExtension.list([text])?.map(\.text) == [text])
    }
}
