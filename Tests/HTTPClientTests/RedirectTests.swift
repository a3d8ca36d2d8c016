import HTTPClient
import Testing

@Suite("redirects", .enabled(if: TestServer.isAvailable, TestServer.why), .timeLimit(.minutes(1)))
struct RedirectTests {
    let server = TestServer.shared

    private func request(_ method: HTTPMethod, code: Int, to target: String) throws -> HTTPClientRequest {
        var request = try HTTPClientRequest(method, server.url("/redirect?code=\(code)&to=\(target)"))
        try request.setHeader("Authorization", "Bearer s3cret")
        try request.setHeader("X-Gotify-Key", "s3cret")
        try request.setHeader("Accept", "text/plain")
        request.redirects = .follow(maximum: 3)
        return request
    }

    @Test("are returned by default")
    func byDefault() async throws {
        try await withClient { client in
            let response = try await client.send(HTTPClientRequest(.get, server.url("/redirect?code=302&to=/hello")))
            #expect(response.status == 302)
            #expect(response.headers["location"] == "/hello")
        }
    }

    @Test("within the origin keep the headers")
    func sameOrigin() async throws {
        try await withClient { client in
            let echo = try await client.send(request(.get, code: 302, to: "/echo")).echo
            #expect(echo.headers["authorization"] == "Bearer s3cret")
        }
    }

    @Test("to another port lose every secret")
    func otherOrigin() async throws {
        try await withClient { client in
            let echo = try await client.send(request(.get, code: 302, to: "http://127.0.0.1:\(server.at.other)/echo"))
                .echo
            #expect(echo.headers["authorization"] == nil)
            #expect(echo.headers["x-gotify-key"] == nil)
            #expect(echo.headers["accept"] == "text/plain")
        }
    }

    @Test(
        "change or keep the method as the RFC says",
        arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func method(code: Int, expected: String) async throws {
        try await withClient { client in
            var request = try request(.post, code: code, to: "/echo")
            request.body = .bytes([65], contentType: "text/plain")
            let echo = try await client.send(request).echo
            #expect(echo.method == expected)
            #expect(echo.body == (expected == "POST" ? "A" : ""))
        }
    }

    @Test("never carry a body to another origin")
    func body() async throws {
        try await withClient { client in
            var request = try request(.post, code: 307, to: "http://127.0.0.1:\(server.at.other)/echo")
            request.body = .bytes([65], contentType: "text/plain")
            try await expectFailure(.forbiddenRedirect) { _ = try await client.send(request) }
        }
    }

    @Test("stop at the maximum, refuse foreign schemes and downgrades")
    func limits() async throws {
        var configuration = HTTPClientConfiguration()
        configuration.tls.trust = .only(file: server.at.ca)
        try await withClient(configuration) { client in
            var loop = try HTTPClientRequest(.get, server.url("/loop"))
            loop.redirects = .follow(maximum: 5)
            try await expectFailure(.tooManyRedirects) { _ = try await client.send(loop) }
            try await expectFailure(.badURL) {
                _ = try await client.send(request(.get, code: 302, to: "file:///etc/passwd"))
            }
            loop.url = try server.url(
                "/redirect?code=302&to=http://127.0.0.1/", scheme: "https", host: "localhost", port: server.at.good)
            try await expectFailure(.forbiddenRedirect) { _ = try await client.send(loop) }
        }
    }
}
