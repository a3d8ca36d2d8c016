import HTTPServer
import Runtime
import SignalRClient
import SignalRProtocol
import TestWaiting
import Testing

/// Cases 14, 15, 17, 18, 20.
@Suite("Falling back to another transport")
struct FallbackTests {
    @Test("negotiates again for each, with the id of that negotiation", .timeLimit(.minutes(1)))
    func order() async throws {
        let hub = PlainHTTPHub([.webSockets, .serverSentEvents, .longPolling]) { seen in
            // A proxy that knows no WebSockets, and one that would hold an event stream back.
            guard seen.method == "GET", seen.id != "secret-3" else { return nil }
            return .text("<html>", type: "text/html")
        }
        try await withPlainHub(hub) { url in
            try await withConnection(url) { connection in
                try await connection.start()
                #expect(connection.state.phase == .connected(id: "public-3"))
                let expected = [
                    "POST /hub/negotiate", "GET /hub", "POST /hub/negotiate", "GET /hub", "POST /hub/negotiate",
                    "GET /hub",
                ]
                #expect(hub.seen.prefix(6).map(\.what) == expected)
                #expect(hub.seen.prefix(6).compactMap(\.id) == ["secret-1", "secret-2", "secret-3"])
                // The one that failed may have reached the server: its id is not used again.
                #expect(hub.seen.dropFirst(6).allSatisfy { $0.id == "secret-3" })
            }
        }
    }

    @Test("tells how each failed when none opens, and tries again as the policy wants", .timeLimit(.minutes(1)))
    func none() async throws {
        let hub = PlainHTTPHub([.webSockets, .serverSentEvents, .longPolling]) { seen in
            seen.method == "GET" ? HTTPResponse(.serviceUnavailable, headers: ["Retry-After": "2"]) : nil
        }
        try await withPlainHub(hub) { url in
            try await withConnection(url) { connection in
                let error = await #expect(throws: HubError.self) { try await connection.start() }
                #expect(error?.kind == .httpStatus)
                #expect(error?.retryAfter == .seconds(2))
                for transport in HubTransport.allCases {
                    #expect(error?.message.contains("\(transport.rawValue): ") == true, "\(String(describing: error))")
                }
                // Three, and not a fourth for nothing.
                #expect(hub.seen.filter { $0.what == "POST /hub/negotiate" }.count == 3)
            }
        }
    }

    @Test("tries only what is enabled", .timeLimit(.minutes(1)))
    func enabled() async throws {
        let hub = PlainHTTPHub([.webSockets, .serverSentEvents, .longPolling])
        try await withPlainHub(hub) { url in
            try await withConnection(url) {
                $0.transports = [.longPolling]
            } _: { connection in
                try await connection.start()
                #expect(hub.seen.allSatisfy { $0.accept != "text/event-stream" })
            }
        }
    }

    @Test("refuses what can't work before anything is sent", .timeLimit(.minutes(1)))
    func contradiction() async throws {
        let hub = PlainHTTPHub([.webSockets])
        let asked = Collected<Bool>()
        try await withPlainHub(hub) { url in
            for (skips, transports): (Bool, Set<HubTransport>) in [
                (true, [.webSockets, .longPolling]), (true, [.serverSentEvents]), (false, []), (true, []),
            ] {
                var options = HubConnectionOptions()
                options.skipsNegotiation = skips
                options.transports = transports
                options.accessToken = {
                    asked.add($0.lastWasRefused)
                    return nil
                }
                let connection = HubConnection(url, options: options, network: TestNetwork.shared)
                let error = await #expect(throws: HubError.self) { try await connection.start() }
                #expect(error?.kind == .badOptions)
                #expect(error?.category == .misuse)
                #expect(connection.state.isDisconnected)
            }
            #expect(hub.seen.isEmpty)
            #expect(asked.all.isEmpty)
        }
    }

    @Test(
        "brings the cookies of negotiate along, in every transport", .timeLimit(.minutes(1)),
        arguments: HubTransport.allCases)
    func cookies(_ transport: HubTransport) async throws {
        let hub = PlainHTTPHub([transport]) { seen in
            guard seen.what == "POST /hub/negotiate" else { return nil }
            let offer = #"{"transport":"\#(transport.rawValue)","transferFormats":["Text"]}"#
            return HTTPResponse(
                headers: ["Set-Cookie": "affinity=node-7; path=/; HttpOnly"],
                body: .bytes(Array(#"{"connectionId":"a","availableTransports":[\#(offer)]}"#.utf8)))
        }
        try await withPlainHub(hub) { url in
            try await withConnection(url) { options in
                options.headers = [("Cookie", "mine=1")]
            } _: { connection in
                // The script has no WebSocket: that request was made is enough.
                _ = try? await connection.start()
                let later = hub.seen.dropFirst().filter { $0.what != "POST /hub/negotiate" }
                #expect(!later.isEmpty)
                #expect(hub.seen.first?.cookie == "mine=1")
                #expect(later.allSatisfy { $0.cookie == "mine=1; affinity=node-7" }, "\(later)")
            }
        }
    }

    @Test("keeps cookies from another host that a redirection names", .timeLimit(.minutes(1)))
    func foreignCookies() async throws {
        let hub = PlainHTTPHub([.longPolling])
        try await withServer { request in
            if request.path.hasPrefix("/hub") { return await hub.answer(request) }
            let port = request.headers["host"]?.split(separator: ":").last ?? ""
            return HTTPResponse(
                headers: ["Set-Cookie": "session=secret; path=/"],
                body: .bytes(Array(#"{"url":"http://localhost:\#(port)/hub"}"#.utf8)))
        } body: { origin in
            try await withConnection("\(origin)/front") { connection in
                try await connection.start()
                #expect(!hub.seen.isEmpty)
                #expect(hub.seen.allSatisfy { $0.cookie == nil })
            }
            hub.says.finish()
        }
    }

    @Test("can be stopped while it negotiates, and is over then", .timeLimit(.minutes(1)))
    func stop() async throws {
        let asked = Collected<Bool>()
        let hub = PlainHTTPHub([.webSockets]) { _ in
            asked.add(true)
            try? await untilCancelled()
            return .notFound
        }
        try await withPlainHub(hub) { url in
            let connection = HubConnection(url, network: TestNetwork.shared)
            async let start: Void = connection.start()
            try await eventually("the negotiation has begun") { !asked.all.isEmpty }
            let before = ContinuousClock.now
            await connection.stop()
            #expect(ContinuousClock.now - before < .seconds(10))
            do {
                try await start
                Issue.record("it started")
            } catch {
                #expect((error as? HubError)?.category == .cancellation, "\(error)")
            }
            #expect(connection.state.isDisconnected)
        }
    }

    @Test("limits into which nothing fits are refused by the start, also behind a sequence that was taken before it")
    func limits() async throws {
        for limit in [\HubConnectionOptions.maximumMessageBytes, \.maximumBacklogBytes] {
            for bytes in [0, -1, Int.min] {
                var options = HubConnectionOptions()
                options[keyPath: limit] = bytes
                let connection = HubConnection(
                    "http://127.0.0.1:1/hub", options: options, network: TestNetwork.shared)
                _ = connection.invocations
                let error = await #expect(throws: HubError.self) { try await connection.start() }
                #expect(error?.kind == .badOptions && error?.message.contains("\(bytes)") == true)
            }
        }
    }
}
