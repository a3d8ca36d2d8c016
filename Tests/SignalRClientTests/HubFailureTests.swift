import Glibc
import HTTPServer
import JSON
import SignalRClient
import SignalRProtocol
import SignalRServer
import Testing
import Values
import WebSockets

@Suite("Hub connection that fails")
struct HubFailureTests {
    private func failure(
        _ url: String, _ tune: (inout HubConnectionOptions) -> Void = { _ in }
    ) async throws -> HubError? {
        var found: HubError?
        try await withConnection(url, tune) { connection in
            found = await #expect(throws: HubError.self) { try await connection.start() }
        }
        return found
    }

    @Test("tells apart what answers and is no hub", .timeLimit(.minutes(1)))
    func notAHub() async throws {
        let answers: [String: HTTPResponse] = [
            "/html/negotiate": .text("<html>", type: "text/html"), "/empty/negotiate": .json(Array("{}".utf8)),
            "/error/negotiate": .json(Array(#"{"error":"full"}"#.utf8)),
            "/old/negotiate": .json(Array(#"{"ProtocolVersion":"1.5"}"#.utf8)),
            "/forbidden/negotiate": .text("", status: .forbidden),
            "/broken/negotiate": HTTPResponse(.serviceUnavailable, headers: ["Retry-After": "7"]),
            "/moved/negotiate": HTTPResponse(HTTPStatus(rawValue: 302), headers: ["Location": "/login"]),
            "/pigeons/negotiate": .json(
                Array(
                    #"{"connectionId":"a","availableTransports":[{"transport":"CarrierPigeons","transferFormats":["Text"]}]}"#
                        .utf8)),
        ]
        try await withServer {
            answers[$0.path] ?? .notFound
        } body: { origin in
            let expected: [(String, HubError.Kind)] = [
                ("html", .notAHub), ("empty", .notAHub), ("nothing", .notAHub), ("error", .negotiationRefused),
                ("old", .incompatible), ("forbidden", .forbidden), ("broken", .httpStatus), ("moved", .notAHub),
                ("pigeons", .incompatible),
            ]
            for (path, kind) in expected {
                let error = try await failure("\(origin)/\(path)")
                #expect(error?.kind == kind, "\(path): \(String(describing: error))")
                #expect(error?.message.isEmpty == false)
                if path == "broken" { #expect(error?.retryAfter == .seconds(7)) }
            }
            let tls = try await failure(origin.replacing("http:", with: "https:"))
            #expect(tls?.kind == .plainHTTP, "\(String(describing: tls))")
            #expect(tls?.nextStep?.contains("http") == true)
        }
    }

    @Test("tells a closed port from a name that is not there", .timeLimit(.minutes(1)))
    func unreachable() async throws {
        #expect(try await failure("http://127.0.0.1:1/hub")?.kind == .refused)
        let direct = try await failure("http://127.0.0.1:1/hub") {
            $0.skipsNegotiation = true
            $0.transports = [.webSockets]
        }
        #expect(direct?.kind == .refused)
        #expect(try await failure("http://does-not-exist.invalid/hub")?.kind == .nameNotFound)
    }

    @Test("follows redirections with their token, and begins anew at the reconnect", .timeLimit(.minutes(1)))
    func redirection() async throws {
        let hub = Hub { $0.token?.withText { $0 } == "theirs" ? .allowed(user: nil) : .unauthorized }
        let asked = Collected<String>()
        let hubs = HubServer(["/real": hub])
        try await withServer { request in
            if let answer = await hubs.response(to: request) { return answer }
            asked.add(request.headers["authorization"] ?? "")
            let host = request.headers["host"] ?? ""
            return .json(Array(#"{"url":"http://\#(host)/real?x=1","accessToken":"theirs"}"#.utf8))
        } body: { origin in
            try await withConnection("\(origin)/hub") { options in
                options.accessToken = { _ in AccessToken("ours") }
                options.reconnect = .listed([.zero])
            } _: { connection in
                try await connection.start()
                hub.endAll(.cut)
                _ = await wait(for: connection.states) { !$0.isConnected }
                _ = await wait(for: connection.states) { $0.isConnected }
                #expect(asked.all == ["Bearer ours", "Bearer ours"])
            }
            hubs.stop()
        }
    }

    @Test("stops a loop of redirections", .timeLimit(.minutes(1)))
    func loop() async throws {
        try await withServer { request in
            .json(Array(#"{"url":"http://\#(request.headers["host"] ?? "")/hub"}"#.utf8))
        } body: { origin in
            let error = try await failure("\(origin)/hub")
            #expect(error?.kind == .incompatible)
        }
    }

    @Test("does not wait for a handshake that never comes", .timeLimit(.minutes(1)))
    func silentHandshake() async throws {
        try await withRawHub { socket in
            for try await _ in socket.batches {}
        } _: { url in
            let error = try await failure(url) { options in
                options.skipsNegotiation = true
                options.transports = [.webSockets]
                options.handshakeTimeout = .milliseconds(100)
            }
            #expect(error?.kind == .handshakeTimeout)
        }
    }

    @Test(
        "tells what a bad handshake was", .timeLimit(.minutes(1)),
        arguments: [
            (#"{"error":"no"}"# + "\u{1E}", HubError.Kind.handshakeRefused),
            (#"{"type":6}"# + "\u{1E}", .protocolViolation),
            ("hello\u{1E}", .protocolViolation), ("", .lost),
        ])
    func badHandshake(_ answer: String, _ kind: HubError.Kind) async throws {
        try await withRawHub { socket in
            if !answer.isEmpty { try await socket.send(answer) }
        } _: { url in
            let error = try await failure(url) {
                $0.skipsNegotiation = true
                $0.transports = [.webSockets]
            }
            #expect(error?.kind == kind)
        }
    }

    @Test("takes a handshake in pieces with messages behind it", .timeLimit(.minutes(1)))
    func handshakeInPieces() async throws {
        try await withRawHub { socket in
            for piece in [
                "{", "}\u{1E}{\"type\":1,\"target\":\"a\",\"arguments\":[]}\u{1E}{\"type\":1,\"tar",
                "get\":\"b\",\"arguments\":[1]}\u{1E}",
            ] {
                try await socket.send(piece)
            }
            for try await _ in socket.batches {}
        } _: { url in
            try await withConnection(url) {
                $0.skipsNegotiation = true
                $0.transports = [.webSockets]
            } _: { connection in
                var invocations = connection.invocations.makeAsyncIterator()
                try await connection.start()
                #expect(await invocations.next()?.target == "a")
                #expect(await invocations.next()?.arguments == "[1]")
            }
        }
    }

    @Test(
        "ends on what breaks the protocol, behind what came before it", .timeLimit(.minutes(1)),
        arguments: [
            "{\"type\":1}\u{1E}", "nonsense\u{1E}",
            "{\"type\":3,\"invocationId\":\"1\",\"result\":1,\"error\":\"\"}\u{1E}",
            "{\"type\":1,\"target\":\"\(String(repeating: "x", count: 70_000))\",\"arguments\":[]}\u{1E}",
            String(repeating: "x", count: 70_000),
        ])
    func violation(_ text: String) async throws {
        try await withRawHub { socket in
            try await socket.send("{}\u{1E}{\"type\":1,\"target\":\"a\",\"arguments\":[]}\u{1E}{\"type\":77}\u{1E}")
            try await socket.send(text)
            for try await _ in socket.batches {}
        } _: { url in
            try await withConnection(url) { options in
                options.skipsNegotiation = true
                options.transports = [.webSockets]
                options.reconnect = .never
                options.maximumMessageBytes = 65_536
            } _: { connection in
                var invocations = connection.invocations.makeAsyncIterator()
                let states = connection.states
                try? await connection.start()
                #expect(await invocations.next()?.target == "a")
                let end = await wait(for: states) { $0.isDisconnected && $0.reason != nil }
                #expect(end?.reason?.kind == .protocolViolation, "\(String(describing: end))")
            }
        }
    }

    @Test("gives a silent hub up, and pings it meanwhile", .timeLimit(.minutes(1)))
    func silentHub() async throws {
        let received = Collected<String>()
        try await withRawHub { socket in
            try await socket.send("{}\u{1E}")
            for try await message in socket.messages { received.add(message.text) }
        } _: { url in
            try await withConnection(url) { options in
                options.skipsNegotiation = true
                options.transports = [.webSockets]
                options.reconnect = .never
                // Room for three pings also where a sanitizer slows everything down.
                options.pingInterval = .milliseconds(50)
                options.serverTimeout = .seconds(3)
            } _: { connection in
                let states = connection.states
                try await connection.start()
                let end = await wait(for: states) { $0.isDisconnected && $0.reason != nil }
                #expect(end?.reason?.kind == .serverTimeout)
                #expect(received.all.filter { $0 == "{\"type\":6}\u{1E}" }.count >= 3)
            }
        }
    }

    @Test("tries the first connection again if asked to, and can be stopped meanwhile", .timeLimit(.minutes(1)))
    func firstConnection() async throws {
        let hub = Hub()
        let hubs = HubServer(["/hub": hub])
        let asked = Collected<Int>()
        try await withServer { request in
            asked.add(0)
            if asked.all.count <= 3 { return HTTPResponse(.serviceUnavailable) }
            return await hubs.response(to: request) ?? .notFound
        } body: { origin in
            let patient = ReconnectPolicy.jittered(base: .milliseconds(1), cap: .milliseconds(5))
            try await withConnection("\(origin)/hub") {
                $0.reconnect = patient
            } _: { connection in
                try await connection.start()
                #expect(asked.all.count == 5)
            }
            hubs.stop()
        }
        try await withConnection("http://127.0.0.1:1/hub") { options in
            options.reconnect = .jittered(base: .seconds(3000), cap: .seconds(3600))
        } _: { connection in
            let states = connection.states
            let start = Task { try await connection.start() }
            _ = await wait(for: states) { if case .waitingToConnect = $0.phase { true } else { false } }
            await connection.stop()
            await #expect(throws: HubError.self) { try await start.value }
        }
    }
}
