import HTTPClient
import Runtime
import Testing

@Suite("send", .enabled(if: TestServer.isAvailable, TestServer.why), .timeLimit(.minutes(1)))
struct SendTests {
    let server = TestServer.shared

    @Test("returns status, headers and body")
    func simple() async throws {
        try await withClient { client in
            let response = try await client.send(HTTPClientRequest(.get, server.url("/hello")))
            #expect(response.status == 200)
            #expect(response.text == "hello")
            #expect(response.headers["content-length"] == "5")
            #expect(response.head.version == "1.1")
        }
    }

    @Test("sends method, headers and body as given", arguments: HTTPMethod.allCases.filter { $0 != .head })
    func echo(method: HTTPMethod) async throws {
        try await withClient { client in
            var request = try HTTPClientRequest(method, server.url("/echo?a=b"))
            try request.setHeader("X-One", "1")
            try request.setHeader("X-Empty", "")
            if method != .get { request.body = .bytes(Array("data".utf8), contentType: "text/plain") }
            let echo = try await client.send(request).echo
            #expect(echo.method == method.rawValue)
            #expect(echo.target == "/echo?a=b")
            #expect(echo.headers["x-one"] == "1")
            #expect(echo.headers["x-empty"] == "")
            #expect(echo.body == (method == .get ? "" : "data"))
            #expect(echo.headers["content-type"] == (method == .get ? nil : "text/plain"))
        }
    }

    @Test("HEAD has no body and no size limit")
    func head() async throws {
        try await withClient { client in
            var request = try HTTPClientRequest(.head, server.url("/redirect?code=200&to=x"))
            request.limits.body = 1
            #expect(try await client.send(request).body.isEmpty)
        }
    }

    @Test("reads chunked bodies, ignores trailers and interim responses")
    func chunked() async throws {
        try await withClient { client in
            let chunked = try await client.send(HTTPClientRequest(.get, server.url("/chunked")))
            #expect(chunked.text == "hello")
            #expect(chunked.headers["x-trailer"] == nil)
            let final = try await client.send(HTTPClientRequest(.get, server.url("/interim")))
            #expect(final.status == 200)
            #expect(final.headers["x-final"] == "yes")
            #expect(final.headers["link"] == nil)
        }
    }

    @Test(
        "names each broken response",
        arguments: [
            ("/close-mid", HTTPError.Kind.connectionLost), ("/chunked-cut", .connectionLost),
            ("/garbage", .protocolViolation),
            ("/bad-gzip", .protocolViolation), ("/many-headers?n=70", .tooLarge(.head)),
            ("/long-header?n=90000", .tooLarge(.head)), ("/long-header?n=300000", .tooLarge(.head)),
            ("/endless-interim", .tooLarge(.head)), ("/bomb", .tooLarge(.body)),
            ("/big?n=20971520&a=1", .tooLarge(.body)), ("/big?n=20971520", .tooLarge(.body)),
        ])
    func broken(path: String, expected: HTTPError.Kind) async throws {
        try await withClient { client in
            try await expectFailure(expected) { _ = try await client.send(HTTPClientRequest(.get, server.url(path))) }
        }
    }

    @Test("bytes behind the announced length do not become the next response")
    func overlong() async throws {
        try await withClient { client in
            for path in ["/overlong", "/hello"] {
                let response = try await get(path, client)
                #expect(response.text == "hello")
            }
        }
    }

    @Test("one connection serves requests in sequence, as the server counts")
    func reuse() async throws {
        try await withClient { client in
            _ = try await get("/hello", port: server.at.lone, client)
            let before = try await counter("lone", client)
            for _ in 0..<50 { _ = try await get("/hello", port: server.at.lone, client) }
            let after = try await counter("lone", client)
            #expect(before == 1)
            #expect(after == 1)
        }
    }

    @Test("500 requests at once", arguments: [0, 32])
    func concurrent(connectionsPerHost: Int) async throws {
        var configuration = HTTPClientConfiguration()
        configuration.connectionsPerHost = connectionsPerHost
        try await withClient(configuration) { client in
            let url = try server.url("/slow-head?s=0.2")
            let good = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<500 {
                    group.addTask { try await client.send(HTTPClientRequest(.get, url)).text == "late" }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(good == 500)
        }
    }

    @Test("reports the progress of an upload")
    func upload() async throws {
        let seen = Lock(0)
        try await withClient { client in
            var request = try HTTPClientRequest(.post, server.url("/echo"))
            request.body = .bytes([UInt8](repeating: 0x37, count: 3 << 20), contentType: "application/octet-stream")
            request.limits.body = 64 << 20
            request.uploadProgress = { sent, _ in seen.withLock { $0 = sent } }
            let echo = try await client.send(request).echo
            #expect(echo.headers["expect"] == nil)
            #expect(echo.size == 3 << 20)
            #expect(seen.withLock { $0 } == echo.size)
        }
    }

    @Test("talks to a Unix-domain socket")
    func unixSocket() async throws {
        try await withClient { client in
            var request = try HTTPClientRequest(.get, HTTPURL("http://localhost/hello"))
            request.unixSocketPath = server.at.unix
            #expect(try await client.send(request).text == "hello")
        }
    }
}
