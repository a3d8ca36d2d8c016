import JSON
import Testing
import Values

@testable import DemoBackend

@Suite("Negotiations that go wrong")
struct NegotiateTricksTests {
    private func answer(_ method: String, _ path: String) -> DemoAnswer? {
        NegotiateTricks.answer(DemoRequest(method, path), base: "http://here", hubPath: "/hubs/family") { Secret("t") }
    }

    @Test(
        "answer as the genuine test server does",
        arguments: [
            ("redirect", #"{"url":"http://here/hubs/conformance?from=redirect","accessToken":"one-start-token"}"#),
            ("redirect-family", #"{"url":"http://here/hubs/family","accessToken":"t"}"#),
            ("loop", #"{"url":"http://here/hubs/loop"}"#),
            ("refused", #"{"error":"refused on purpose"}"#),
            ("refused-with-url", #"{"url":"http://here/hubs/conformance","error":"refused on purpose"}"#),
            ("aspnet", #"{"ProtocolVersion":"1.5","ConnectionId":"old"}"#),
            ("no-token", #"{"negotiateVersion":1,"connectionId":"only-an-id","availableTransports":[]}"#),
            (
                "unknown-extras",
                #"{"url":"http://here/hubs/conformance","future":{"nested":[1,2]},"accessToken":null}"#
            ),
        ])
    func documents(_ trick: String, _ body: String) throws {
        let answer = try #require(self.answer("POST", "/hubs/\(trick)/negotiate"))
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self) == body)
    }

    @Test("show pages where documents belong, and leave other requests alone")
    func pages() throws {
        #expect(answer("POST", "/hubs/html/negotiate")?.contentType == "text/html")
        #expect(answer("POST", "/hubs/login-page/negotiate")?.status == 302)
        #expect(answer("POST", "/hubs/login-page/negotiate")?.location == "/login")
        #expect(answer("GET", "/login")?.contentType == "text/html")
        #expect(answer("GET", "/hubs/html/negotiate") == nil)
        #expect(answer("POST", "/hubs/family/negotiate") == nil)
    }
}
