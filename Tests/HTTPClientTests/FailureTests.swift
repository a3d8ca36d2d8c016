import CSlowResolver
import HTTPClient
import TestWaiting
import Testing
import Values

@Suite("failures", .enabled(if: TestServer.isAvailable, TestServer.why), .timeLimit(.minutes(1)))
struct FailureTests {
    let server = TestServer.shared

    @Test("a name that does not exist")
    func name() async throws {
        let error = try await failure(
            HTTPClientRequest(.get, HTTPURL("http://no-such-name.invalid/secret?token=s3cret")))
        #expect(error?.kind == .nameNotFound)
        #expect(error?.description.contains("no-such-name.invalid") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test("a closed port")
    func refused() async throws {
        let outcome = try await failure(HTTPClientRequest(.get, server.url("/", port: server.at.closed)))
        #expect(outcome?.kind == .refused)
    }

    @Test("each phase that can time out", arguments: ["hole", "mute", "tls", "head", "body", "slow.test"])
    func timeout(place: String) async throws {
        let (url, expected): (HTTPURL, HTTPError.Phase) =
            switch place {
            case "hole": (try server.url("/", port: server.at.hole), .connecting)
            case "tls": (try server.url("/", scheme: "https", port: server.at.mute), .handshake)
            case "mute": (try server.url("/", port: server.at.mute), .waiting)
            case "head": (try server.url("/slow-head?s=30"), .waiting)
            case "body": (try server.url("/slow-body?s=1"), .receiving)
            default: (try server.url("/", host: "slow.test"), .resolving)
            }
        var request = HTTPClientRequest(.get, url)
        for deadlines in [HTTPDeadlines(connect: .seconds(1)), HTTPDeadlines(total: .seconds(1))] {
            let isConnectPhase = expected == .connecting || expected == .handshake || expected == .resolving
            guard deadlines.total != .seconds(60) || isConnectPhase else { continue }
            request.deadlines = deadlines
            let start = ContinuousClock.now
            let outcome = try await failure(request)
            #expect(outcome?.kind == .timedOut(expected))
            #expect(ContinuousClock.now - start < .seconds(20))
        }
    }

    @Test("a post that may have been done is not sent again behind our back", arguments: [HTTPMethod.post, .patch])
    func repeated(method: HTTPMethod) async throws {
        try await withClient { client in
            // Leaves a connection to use again.
            _ = try await get("/hello", client)
            let before = try await counter("vanish \(method.rawValue)", client)
            var request = HTTPClientRequest(method, try server.url("/vanish"))
            request.body = .bytes([0x7B, 0x7D], contentType: "application/json")
            let outcome = await #expect(throws: HTTPError.self) { _ = try await client.send(request) }
            #expect(outcome?.kind == .connectionLost)
            #expect(try await counter("vanish \(method.rawValue)", client) == before + 1)
        }
    }

    @Test("silence beyond the idle limit")
    func idle() async throws {
        var request = try HTTPClientRequest(.get, server.url("/silence"))
        // Well above one pause of the slow body: the server process is loaded by the other suites.
        request.deadlines.idle = .milliseconds(1_200)
        let outcome = try await failure(request)
        #expect(outcome?.kind == .timedOut(.idle))
        request.url = try server.url("/slow-body?s=0.15")
        #expect(try await failure(request) == nil)
    }

    @Test("a request that waits for a free connection times out too")
    func queued() async throws {
        var configuration = HTTPClientConfiguration()
        configuration.connectionsPerHost = 1
        try await withClient(configuration) { client in
            let slow = try HTTPClientRequest(.get, server.url("/counted?s=6&name=queued"))
            let first = Task { try await client.send(slow) }
            try await waitForCount("queued")
            var second = try HTTPClientRequest(.get, server.url("/hello"))
            second.deadlines.total = .milliseconds(300)
            // libcurl does not tell a queued transfer from one that resolves.
            try await expectFailure(.timedOut(.resolving)) { _ = try await client.send(second) }
            first.cancel()
            _ = await first.result
            #expect(try await client.send(HTTPClientRequest(.get, second.url)).status == 200)
        }
    }

    @Test("a slow name lookup holds up nobody else")
    func slowLookup() async throws {
        try await withClient { client in
            let before = slow_resolver_lookups()
            let slow = Task { try await client.send(HTTPClientRequest(.get, server.url("/", host: "slow.test"))) }
            try await eventually("the lookup") { slow_resolver_lookups() > before }
            let start = ContinuousClock.now
            slow.cancel()
            try await expectFailure(.cancelled) { _ = try await slow.value }
            _ = try await client.send(HTTPClientRequest(.get, server.url("/hello")))
            #expect(ContinuousClock.now - start < .seconds(20))
        }
    }

    @Test("a proxy that is not there; loopback goes past it")
    func proxy() async throws {
        var configuration = HTTPClientConfiguration()
        configuration.proxy = .url(Secret("http://user:s3cret@127.0.0.1:\(server.at.closed)"))
        #expect(try await failure(HTTPClientRequest(.get, server.url("/hello")), configuration) == nil)
        let error = try await failure(HTTPClientRequest(.get, HTTPURL("http://192.0.2.1/")), configuration)
        #expect(error?.kind == .refused)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test("plain requests go through the proxy, a proxy that refuses to connect is named")
    func workingProxy() async throws {
        var configuration = HTTPClientConfiguration()
        configuration.proxy = .url(Secret("http://127.0.0.1:\(server.at.plain)"))
        try await withClient(configuration) { client in
            // An address for documentation: only the proxy can have answered.
            let echo = try await client.send(HTTPClientRequest(.get, HTTPURL("http://192.0.2.1/echo"))).echo
            #expect(echo.target == "http://192.0.2.1/echo")
            try await expectFailure(.proxy) {
                _ = try await client.send(HTTPClientRequest(.get, HTTPURL("https://192.0.2.1/")))
            }
        }
    }

    @Test(
        "bad URLs",
        arguments: [
            "", "example.org/x", "ftp://example.org/", "file:///etc/passwd", "http://", "http://user:pw@example.org/",
            "http://a b/",
            "http://example.org/\r\nX: y", "http://example.org:99999/", "http://[::1/",
        ])
    func badURL(text: String) async throws {
        try await expectFailure(.badURL) { _ = try HTTPURL(text) }
    }

    @Test(
        "header injection",
        arguments: [
            ("X", "a\r\nB: c"), ("X", "a\nb"), ("X", "a\0b"), ("X Y", "a"), ("", "a"), ("X:", "a"), ("Host", "h"),
        ])
    func injection(name: String, value: String) async throws {
        var request = HTTPClientRequest(.get, try HTTPURL("https://example.org"))
        try await expectFailure(.badRequest) { try request.setHeader(name, value) }
        #expect(request.headers.fields.isEmpty)
    }
}
