import HTTPClient
import Testing
import Values

@Suite("secrets", .enabled(if: TestServer.isAvailable, TestServer.why), .timeLimit(.minutes(1)))
struct SecretTests {
    let server = TestServer.shared

    @Test("a secret header is sent")
    func sent() async throws {
        try await withClient { client in
            var request = try HTTPClientRequest(.get, server.url("/echo"))
            try request.setHeader("Authorization", prefix: "Bearer ", Secret("t0ken"))
            try request.setHeader("Authorization", prefix: "Bearer ", Secret("t1ken"))
            try request.setHeader("X-Key", Secret("k3y"))
            let echo = try await client.send(request).echo
            #expect(echo.headers["authorization"] == "Bearer t1ken")
            #expect(echo.headers["x-key"] == "k3y")
        }
    }

    @Test("nothing that describes, mirrors or dumps a request shows headers, path, body or proxy password")
    func printed() throws {
        var request = try HTTPClientRequest(.post, HTTPURL(Secret("https://hooks.test/s3cret?key=s3cret")))
        try request.setHeader("Authorization", "Bearer s3cret")
        try request.setHeader("Cookie", "a=s3cret")
        try request.setHeader("X-Key", Secret("s3cret"))
        try request.setHeader("Accept", "text/plain")
        request.body = .bytes(Array("s3cret".utf8), contentType: "text/plain")
        var configuration = HTTPClientConfiguration()
        configuration.proxy = .url(Secret("http://user:s3cret@proxy:3128"))
        for value: Any in [request, request.headers, request.url, configuration] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [dumped, "\(value)", String(reflecting: value)] {
                #expect(!text.contains("s3cret"))
                #expect(!text.contains("115"), "the bytes of the body")
            }
        }
        #expect(request.headers["x-key"] == "<redacted>")
        #expect(request.headers.description.contains("Accept: text/plain"))
        #expect(request.description == "POST https://hooks.test:443")
    }

    @Test("a secret with a line break is refused without being repeated")
    func injection() throws {
        var request = HTTPClientRequest(.get, try HTTPURL("https://hooks.test"))
        let error = #expect(throws: HTTPError.self) { try request.setHeader("X-Key", Secret("s3cret\r\nX: y")) }
        #expect(error?.kind == .badRequest)
        #expect(error?.description.contains("s3cret") == false)
    }
}
