import HTTPClient
import Testing
import Values

@Suite(
    "whether a request has left", .enabled(if: TestServer.isAvailable, TestServer.why), .timeLimit(.minutes(1)))
struct DepartureTests {
    let server = TestServer.shared

    @Test(
        "surely not: the error says so, and how far it came",
        arguments: ["name", "refused", "address", "hole", "tls", "certificate", "rude TLS", "cut TLS"])
    func surelyNot(place: String) async throws {
        var request = HTTPClientRequest(.post, try url(of: place))
        request.body = .bytes(Array("data".utf8), contentType: "text/plain")
        if place == "hole" || place == "tls" { request.deadlines.connect = .seconds(1) }
        if place == "address" { request.addresses = .publicInternet() }
        let error = try #require(try await failure(request))
        let expected: [String: (String, HTTPError.Phase?)] = [
            "name": ("name_not_found", .resolving), "refused": ("refused", .connecting),
            "address": ("forbidden_address", .connecting), "hole": ("timeout_connecting", .connecting),
            "tls": ("timeout_handshake", .handshake), "certificate": ("tls_untrusted", .handshake),
            "rude TLS": ("connection_lost", .handshake), "cut TLS": ("connection_lost", .handshake),
        ]
        #expect(error.mayHaveArrived == false)
        #expect(error.reason == expected[place]?.0, "\(error)")
        #expect(error.phase == expected[place]?.1, "\(error)")
    }

    private func url(of place: String) throws -> HTTPURL {
        switch place {
        case "name": try HTTPURL("http://no-such-name.invalid/")
        case "refused": try server.url("/", port: server.at.closed)
        case "hole": try server.url("/", port: server.at.hole)
        case "tls": try server.url("/", scheme: "https", port: server.at.mute)
        case "certificate": try server.url("/", scheme: "https", host: "localhost", port: server.at.good)
        case "rude TLS": try server.url("/", scheme: "https", port: server.at.rude)
        case "cut TLS": try server.url("/", scheme: "https", port: server.at.cut)
        default: try server.url("/hello")
        }
    }

    @Test(
        "in doubt: the receiver may have it",
        arguments: [
            ("/slow-head?s=6", "timeout_waiting"), ("/slow-body?s=6", "timeout_receiving"),
            ("/close-mid", "connection_lost"), ("/garbage", "protocol"), ("/big?n=20971520&a=1", "too_large_body"),
            ("/loop", "too_many_redirects"), ("rude", "connection_lost"), ("cut", "connection_lost"),
        ])
    func inDoubt(path: String, reason: String) async throws {
        let port = ["rude": server.at.rude, "cut": server.at.cut][path]
        var request = HTTPClientRequest(.post, try server.url(port == nil ? path : "/", port: port))
        request.body = .bytes(Array("data".utf8), contentType: "text/plain")
        if path.hasPrefix("/slow") { request.deadlines.total = .seconds(2) }
        request.redirects = .follow(maximum: 1)
        let error = try #require(try await failure(request))
        #expect(error.mayHaveArrived)
        #expect(error.reason == reason, "\(error)")
    }

    @Test("a redirect whose next hop fails is in doubt, because the first hop has the request")
    func redirected() async throws {
        var request = try HTTPClientRequest(
            .get, server.url("/redirect?code=302&to=http://127.0.0.1:\(server.at.closed)/"))
        request.redirects = .follow(maximum: 1)
        let error = try await failure(request)
        #expect(error?.kind == .refused)
        #expect(error?.mayHaveArrived == true)
    }

    @Test("a cancelled request is in doubt once it has left, and not before")
    func cancelled() async throws {
        try await withClient { client in
            for (port, path, left) in [
                (server.at.plain, "/counted?s=6&name=cancelled", true), (server.at.hole, "/", false),
            ] {
                let url = try server.url(path, port: port)
                let task = Task { _ = try await client.send(HTTPClientRequest(.post, url)) }
                if left {
                    try await waitForCount("cancelled")
                } else {
                    // One request that begins and ends after this one has begun.
                    _ = try await get("/hello", client)
                }
                task.cancel()
                let error = try await expectFailure(.cancelled) { try await task.value }
                #expect(error?.mayHaveArrived == left)
            }
        }
    }

    @Test(
        "what may be repeated is sent again when a reused connection ends without an answer",
        arguments: [HTTPMethod.get, .post])
    func repeated(method: HTTPMethod) async throws {
        try await withClient { client in
            let name = "once-\(method)"
            var request = try HTTPClientRequest(method, server.url("/once?name=\(name)"))
            request.isRepeatable = true
            let answers = try await [client.send(request).text, client.send(request).text]
            #expect(answers == ["first", "first"])
            #expect(try await counter(name, client) == 3)
        }
    }

    @Test("what may not be repeated takes a connection of its own", arguments: [HTTPMethod.post, .patch])
    func once(method: HTTPMethod) async throws {
        try await withClient { client in
            let name = "once-only-\(method)"
            let request = try HTTPClientRequest(method, server.url("/once?name=\(name)"))
            let answers = try await [client.send(request).text, client.send(request).text]
            #expect(answers == ["first", "first"])
            #expect(try await counter(name, client) == 2)
        }
    }

    @Test(
        "what may not be repeated fails when it took a kept connection that ends", arguments: [HTTPMethod.get, .post])
    func kept(method: HTTPMethod) async throws {
        try await withClient { client in
            let name = "kept-\(method)"
            var request = try HTTPClientRequest(method, server.url("/once?name=\(name)"))
            request.isRepeatable = false
            request.takesKeptConnections = true
            #expect(try await client.send(request).text == "first")
            let again = request
            let error = try await expectFailure(.connectionLost) { _ = try await client.send(again) }
            #expect(error?.mayHaveArrived == true)
            // Sent twice in all, the second time into the void, and not a third time.
            #expect(try await counter(name, client) == 2)
        }
    }

    @Test("a proxy's CONNECT is not the request")
    func proxy() async throws {
        var configuration = HTTPClientConfiguration()
        configuration.proxy = .url(Secret("http://127.0.0.1:\(server.at.plain)"))
        let error = try await failure(HTTPClientRequest(.post, HTTPURL("https://192.0.2.1/")), configuration)
        #expect(error?.kind == .proxy)
        #expect(error?.mayHaveArrived == false)
    }
}
